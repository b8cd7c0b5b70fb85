import type { InspectionPoint } from '@binnacle/contract'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconList } from '@tabler/icons-react'
import { useTexts } from '../../texts/use-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { VerdictBadge } from '../verdict.tsx'
import classes from '../walk.module.css'
import { judged, sectionsOf } from '../walk.ts'

interface WalkMapProps {
  points: readonly InspectionPoint[]
  place: number
  onGo: (place: number) => void
}

/** All points by section, to jump to one. */
export function WalkMap({ points, place, onGo }: WalkMapProps) {
  const { inspections } = useTexts()
  const [opened, { open, close }] = useDisclosure()
  const places = new Map(points.map(({ id }, i) => [id, i]))
  const jump = (to: number) => {
    close()
    onGo(to)
  }
  return (
    <>
      <Button variant="subtle" leftSection={<IconList size={20} aria-hidden />} onClick={open}>
        {inspections.walk.overview}
      </Button>
      <Dialog opened={opened} onClose={close} size="lg" title={inspections.walk.overview}>
        {sectionsOf(points).map(({ name, points: own }) => (
          <section key={name} className={classes.mapSection}>
            <h3 className={classes.mapTitle}>
              {name || inspections.walk.noWords}
              <span className={classes.muted}>{inspections.list.progress(judged(own), own.length)}</span>
            </h3>
            <ul className={classes.mapPoints}>
              {own.map((point) => (
                <li key={point.id}>
                  <button
                    type="button"
                    className={classes.mapPoint}
                    aria-current={places.get(point.id) === place ? 'step' : undefined}
                    onClick={() => jump(places.get(point.id)!)}
                  >
                    <span>{point.title || inspections.walk.noWords}</span>
                    <VerdictBadge verdict={point.verdict} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <Button fullWidth onClick={() => jump(points.length)}>
          {inspections.walk.toEnd}
        </Button>
      </Dialog>
    </>
  )
}
