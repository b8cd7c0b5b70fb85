import type { InspectionPoint, Verdict } from '@binnacle/contract'
import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useFormat } from '../../format/use-format.ts'
import type { Outbox, OutboxState } from '../../outbox/points/outbox.ts'
import { useTexts } from '../../texts/use-texts.ts'
import classes from '../walk.module.css'
import { PointNote } from './point-note.tsx'
import { PointPhotos } from './point-photos.tsx'
import { VerdictChoice } from './verdict-choice.tsx'

interface WalkPointProps {
  point: InspectionPoint
  place: number
  count: number
  boatId: string
  inspectionId: string
  outbox: Outbox
  state: OutboxState
  onJudge: (verdict: Verdict) => void
  onGo: (place: number) => void
}

/** One point: what to look for, what it is like, a note, photos, and the way on. */
export function WalkPoint({ point, place, count, onJudge, onGo, outbox, ...rest }: WalkPointProps) {
  const { walk, finish } = useTexts().inspections
  const last = place === count - 1
  const on = last ? walk.toEnd : point.verdict ? walk.next : walk.skip
  return (
    <div className={classes.point}>
      {point.hint && <p className={classes.hint}>{point.hint}</p>}
      {point.previous && <LastTime {...point.previous} />}
      <VerdictChoice verdict={point.verdict} onChoose={onJudge} />
      {point.verdict && (
        <Button
          variant="subtle"
          className={classes.takeBack}
          onClick={() => outbox.answer(point.id, { verdict: null })}
        >
          {walk.takeBack}
        </Button>
      )}
      <PointNote note={point.note} onChange={(note) => outbox.answer(point.id, { note })} />
      <PointPhotos
        vesselId={rest.boatId}
        inspectionId={rest.inspectionId}
        point={point}
        outbox={outbox}
        state={rest.state}
      />
      <p className={classes.shortcuts}>{walk.shortcuts}</p>
      <nav className={classes.steps} aria-label={finish.title}>
        <Button
          variant="default"
          size="lg"
          px="sm"
          disabled={place === 0}
          leftSection={<IconChevronLeft aria-hidden />}
          onClick={() => onGo(place - 1)}
        >
          {walk.back}
        </Button>
        <Button
          size="lg"
          px="sm"
          variant={point.verdict || last ? 'filled' : 'default'}
          rightSection={<IconChevronRight aria-hidden />}
          onClick={() => onGo(place + 1)}
        >
          {on}
        </Button>
      </nav>
    </div>
  )
}

function LastTime({ verdict, note, completed_at }: NonNullable<InspectionPoint['previous']>) {
  const { walk, verdicts } = useTexts().inspections
  const format = useFormat()
  return (
    <p className={classes.lastTime} data-found={verdict !== 'operational' || undefined}>
      {walk.lastTime(verdicts[verdict], format.date(completed_at))}
      {note && <q className={classes.quote}>{note}</q>}
    </p>
  )
}
