import type { InspectionPoint } from '@binnacle/contract'
import { Button } from '@mantine/core'
import type { Outbox, OutboxState } from '../../outbox/points/outbox.ts'
import { countUnsent } from '../../outbox/points/unsent.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Panel } from '../../ui/panel.tsx'
import { VerdictBadge } from '../verdict.tsx'
import classes from '../walk.module.css'

interface NotTakenProps {
  points: readonly InspectionPoint[]
  outbox: Outbox
  state: OutboxState
}

/** What was said of an inspection, and came after somebody else had completed it: to copy, and then to discard. */
export function NotTaken({ points, outbox, state: { unsent } }: NotTakenProps) {
  const { finish, walk } = useTexts().inspections
  if (countUnsent(unsent) === 0) return null
  const { answers, photos } = unsent
  const ids = new Set([...Object.keys(answers), ...photos.map(({ itemId }) => itemId)])
  return (
    <Panel title={finish.notTaken}>
      <p role="alert" className={classes.plain}>
        {finish.notTakenText}
      </p>
      <ul className={classes.mapPoints}>
        {[...ids].map((id) => {
          const title = points.find((point) => point.id === id)?.title || walk.noWords
          const { verdict, note } = answers[id] ?? {}
          return (
            <li key={id} className={classes.notTaken}>
              <strong>{title}</strong>
              {verdict && <VerdictBadge verdict={verdict} />}
              {note && <p className={classes.notTakenNote}>{note}</p>}
              {photos
                .filter(({ itemId }) => itemId === id)
                .map((photo, i) => (
                  <a key={photo.id} href={photo.image} download={`${title}.jpg`}>
                    <img src={photo.image} alt={walk.photoOf(title, i + 1)} width={160} />
                  </a>
                ))}
            </li>
          )
        })}
      </ul>
      <Button variant="default" onClick={() => outbox.clear()}>
        {walk.discardRefused}
      </Button>
    </Panel>
  )
}
