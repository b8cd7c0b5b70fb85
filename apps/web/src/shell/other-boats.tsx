import { IconCheck, IconLayoutGrid, IconSailboat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useFirstTexts } from '../texts/use-texts.ts'
import { fleetQuery } from './fleet-queries.ts'
import classes from './popover-menu.module.css'
import { pageOf } from './sections.ts'

/** Every boat, each a link to its page of the kind that is open. */
export default function OtherBoats({ boatId }: { boatId: string }) {
  const { nav } = useFirstTexts().common
  const page = pageOf(useLocation().pathname)
  const { data: boats = [] } = useQuery(fleetQuery)
  return (
    <>
      {boats.map(({ vessel: { id, name } }) => (
        <Link key={id} to={page} params={{ boatId: id }} aria-current={id === boatId || undefined}>
          {id === boatId ? <IconCheck size={18} aria-hidden /> : <IconSailboat size={18} aria-hidden />}
          <span className={classes.name}>{name}</span>
        </Link>
      ))}
      <hr />
      <Link to="/">
        <IconLayoutGrid size={18} aria-hidden /> {nav.allBoats}
      </Link>
    </>
  )
}
