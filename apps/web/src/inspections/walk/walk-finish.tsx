import type { InspectionPoint } from '@binnacle/contract'
import { inspectionScore } from '@binnacle/contract/inspection-score'
import { Button, Group, Stack } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useFormat } from '../../format/use-format.ts'
import { isWhole } from '../../forms/decimal.ts'
import { WholeField } from '../../forms/fields.tsx'
import { stampOf } from '../../forms/stamp.ts'
import { useAskFirst } from '../../forms/use-ask-first.tsx'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { useHoursDoubt } from '../../maintenance/hours/use-hours-doubt.ts'
import { entriesOf } from '../../outbox/entries.ts'
import type { OutboxState } from '../../outbox/points/outbox.ts'
import { inspectionKey, type Walk } from '../../outbox/points/walk-cache.ts'
import { useBoat } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useInspectionsChanged } from '../queries.ts'
import { ScoreRing } from '../score-ring.tsx'
import { VerdictCounts } from '../verdict-counts.tsx'
import classes from '../walk.module.css'
import { firstOpen, judged } from '../walk.ts'
import { DiscardInspection } from './discard-inspection.tsx'

interface WalkFinishProps {
  boatId: string
  inspectionId: string
  points: readonly InspectionPoint[]
  state: OutboxState
  onGo: (place: number) => void
}

/** The end of the walk: what is left open, the engine hours, and the report. */
export function WalkFinish({ boatId, inspectionId, points, state, onGo }: WalkFinishProps) {
  const { finish, walk } = useTexts().inspections
  const open = points.length - judged(points)
  const score = inspectionScore(points.map(({ verdict }) => verdict))
  return (
    <>
      <Panel>
        <Group wrap="nowrap" align="center">
          {score === null ? <p className={classes.plain}>{finish.nothing}</p> : <ScoreRing score={score} size={96} />}
          <VerdictCounts points={points} />
        </Group>
        {open > 0 && (
          <Group mt="md">
            <span>{finish.open(open)}</span>
            <Button variant="default" onClick={() => onGo(firstOpen(points))}>
              {finish.toOpen}
            </Button>
          </Group>
        )}
      </Panel>
      <Completion boatId={boatId} inspectionId={inspectionId} refused={Object.keys(state.unsent.refused).length > 0} />
      <Group justify="space-between" mt="md">
        <Button variant="default" leftSection={<IconChevronLeft aria-hidden />} onClick={() => onGo(points.length - 1)}>
          {walk.back}
        </Button>
        <DiscardInspection boatId={boatId} inspectionId={inspectionId} />
      </Group>
    </>
  )
}

interface CompletionProps {
  boatId: string
  inspectionId: string
  /** Something of it, by the service. */
  refused: boolean
}

interface Fields {
  engine_hours: number | ''
}

/** Engine hours, and the button that finishes. */
function Completion({ boatId, inspectionId, refused }: CompletionProps) {
  const { inspections, maintenance } = useTexts()
  const { finish } = inspections
  const format = useFormat()
  const { engine_hours } = useBoat()
  const completion = useCompletion(boatId, inspectionId)
  const { form, submit, problem } = useCheckedForm<Fields>({
    initial: { engine_hours: '' },
    check: ({ engine_hours }) => ({ engine_hours: !isWhole(engine_hours) && maintenance.hours.hoursMissing }),
    error: completion.error,
  })
  const hoursDoubt = useHoursDoubt()
  const { ask, view } = useAskFirst<Fields>(
    async ({ engine_hours: hours }) => [hours === '' ? null : await hoursDoubt(hours, Date.now())],
    completion.mutate,
  )
  return (
    <Panel>
      <form noValidate onSubmit={submit((fields) => void ask(fields))}>
        <Stack>
          <WholeField
            cut
            label={finish.hours}
            description={finish.hoursHint(engine_hours === null ? null : format.hours(engine_hours))}
            unit="h"
            {...form.getInputProps('engine_hours')}
          />
          <p className={classes.plain}>{refused ? finish.refused : finish.fixed}</p>
          {problem ? <Problem error={problem} /> : null}
          <Button type="submit" size="lg" disabled={refused} loading={completion.isPending}>
            {finish.finish}
          </Button>
        </Stack>
      </form>
      {view}
    </Panel>
  )
}

function useCompletion(boatId: string, inspectionId: string) {
  const { finish } = useTexts().inspections
  const queries = useQueryClient()
  const navigate = useNavigate()
  const changed = useInspectionsChanged(boatId)
  return useMutation({
    mutationFn: (fields: Fields) => {
      const { key, at } = stampOf(fields)
      return entriesOf(queries).post({
        route: 'POST /app/inspections/{id}/complete',
        ...{ vesselId: boatId, id: inspectionId, key, title: finish.title, at: at.getTime() },
        body: {
          ...(fields.engine_hours !== '' && { engine_hours: fields.engine_hours }),
          completed_at: at.toISOString(),
        },
      })
    },
    async onSuccess(completed) {
      // Without an answer it waits, and the page says so.
      if (!completed) return
      const { inspection } = completed
      queries.setQueriesData<Walk>(
        { queryKey: inspectionKey(boatId, inspection.id) },
        (walk) => walk && { ...walk, inspection },
      )
      await navigate({
        to: '/boats/$boatId/inspections/$inspectionId/report',
        params: { boatId, inspectionId: inspection.id },
        replace: true,
      })
      await changed()
    },
  })
}
