import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { randomKey } from '../../api/request-keys.ts'
import { usePreferences } from '../../format/preferences.ts'
import { entriesOf } from '../../outbox/entries.ts'
import { useBoat } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { taskSetsQuery, tasksQuery, useLogChanged } from '../queries.ts'
import { chosenTasks, setsFor, thereAlready } from './selection.ts'
import { TaskSetGroups } from './task-set-groups.tsx'
import classes from './task-sets.module.css'

interface TaskSetChooserProps {
  /** Called with what is to be said. */
  onAdded?: (text: string) => void
  onCancel?: () => void
}

/** Ready-made tasks to tick and add, those for the boat's kind first. For the boat that the address names. */
export function TaskSetChooser({ onAdded, onCancel }: TaskSetChooserProps) {
  const boat = useBoat()
  const { common, maintenance } = useTexts()
  const sets = useQuery(taskSetsQuery(usePreferences().preferences.language))
  const tasks = useQuery(tasksQuery(boat.id))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const there = useMemo(
    () => thereAlready(sets.data ?? [], tasks.data?.map(({ title }) => title) ?? []),
    [sets.data, tasks.data],
  )
  const changed = useLogChanged(boat.id)
  const entries = entriesOf(useQueryClient())
  const add = useMutation({
    mutationFn: ({ key, title }: { key: string; title: string }) =>
      entries.post({
        route: 'POST /app/vessels/{id}/task-sets',
        vesselId: boat.id,
        body: { tasks: chosenTasks(sets.data ?? [], chosen) },
        ...{ key, title, at: Date.now() },
      }),
    onSuccess: async (added, { title }) => {
      setChosen(new Set())
      await changed()
      onAdded?.(added ? maintenance.sets.added(added.tasks.length) : common.waiting.kept(title))
    },
  })
  const error = sets.error ?? tasks.error
  if (!sets.data || !tasks.data)
    return error ? (
      <Problem error={error} retry={() => void Promise.all([sets.refetch(), tasks.refetch()])} />
    ) : (
      <Skeletons count={6} height={52} />
    )
  const { fitting, others } = setsFor(sets.data, boat.vessel_type)
  const shared = { there, chosen, onChoose: setChosen }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen.size > 0) add.mutate({ key: randomKey(), title: maintenance.sets.add(chosen.size) })
      }}
    >
      <p className={classes.hint}>{maintenance.sets.hint}</p>
      <TaskSetGroups sets={fitting} {...shared} />
      {others.length > 0 && <TaskSetGroups sets={others} title={maintenance.sets.others} {...shared} />}
      {add.error ? <Problem error={add.error} /> : null}
      <div className={classes.foot}>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
        )}
        <Button type="submit" loading={add.isPending} disabled={chosen.size === 0}>
          <span aria-live="polite">{maintenance.sets.add(chosen.size)}</span>
        </Button>
      </div>
    </form>
  )
}
