import type { BrandInterest } from '@binnacle/contract'
import { IconHeart } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Age } from '../../ui/age.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import classes from '../operator.module.css'
import { brandInterestQuery } from '../queries.ts'

/** The systems that people ask for, as bars by how many do. */
export function Requests() {
  const { requests: texts } = useTexts().operator
  const { data: systems, error, refetch } = useQuery(brandInterestQuery)
  const most = Math.max(1, ...(systems ?? []).map(({ accounts }) => accounts))
  return (
    <Panel title={texts.title}>
      {error && !systems && <Problem error={error} retry={refetch} />}
      {!systems && !error && <Skeletons count={3} height={72} />}
      {systems?.length === 0 && <Empty icon={IconHeart} title={texts.none} text={texts.noneText} />}
      <ul className={classes.rows}>
        {systems?.map((system) => (
          <Wish key={system.system_name} system={system} most={most} />
        ))}
      </ul>
    </Panel>
  )
}

function Wish({ system, most }: { system: BrandInterest; most: number }) {
  const { requests: texts } = useTexts().operator
  const { locale } = useFormat()
  const { system_name, accounts, boat_makes, notes, last_at } = system
  return (
    <li className={classes.wish}>
      <div className={classes.head}>
        <p className={classes.name} dir="auto">
          {system_name}
        </p>
        <span>{texts.accounts(accounts)}</span>
      </div>
      <span className={classes.bar} style={{ inlineSize: `${(100 * accounts) / most}%` }} aria-hidden />
      <p className={classes.facts}>
        {boat_makes.length > 0 && <span>{texts.makes(new Intl.ListFormat(locale).format(boat_makes))}</span>}
        <span>
          {texts.last} <Age at={last_at} />
        </span>
      </p>
      {notes.length > 0 && (
        <details>
          <summary>{texts.notes}</summary>
          {notes.map((note) => (
            <blockquote key={note} dir="auto">
              {note}
            </blockquote>
          ))}
        </details>
      )}
    </li>
  )
}
