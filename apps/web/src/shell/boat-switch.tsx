import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useFirstTexts } from '../texts/use-texts.ts'
import { PopoverMenu } from './popover-menu.tsx'
import { vesselQuery } from './queries.ts'
import classes from './shell.module.css'

/** As in boat-layout.module.css. */
const PHONE = '(max-width: 48em)'

const OtherBoats = lazy(() => import('./other-boats.tsx'))

/** On a phone, where no column beside the page names the boat: its name, and the way to the same page of another one. */
export function BoatSwitch({ boatId }: { boatId: string }) {
  const { nav } = useFirstTexts().common
  // The boat's own pages read it.
  const { data: boat } = useQuery({ ...vesselQuery(boatId), enabled: false })
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const [opened, setOpened] = useState(false)
  if (!boat || !isPhone) return null
  return (
    <PopoverMenu
      place="top-start"
      className={classes.boat!}
      label={nav.switchFrom(boat.name)}
      onOpen={() => setOpened(true)}
      button={
        <>
          <span className={classes.boatName}>{boat.name}</span>
          <IconChevronDown size={16} aria-hidden style={{ flex: 'none' }} />
        </>
      }
    >
      {opened && (
        <Suspense>
          <OtherBoats boatId={boatId} />
        </Suspense>
      )}
    </PopoverMenu>
  )
}
