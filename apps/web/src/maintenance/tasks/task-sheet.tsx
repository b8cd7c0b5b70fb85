import type { Task } from '@binnacle/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { forgetDraft } from '../../forms/draft.ts'
import { stampOf } from '../../forms/stamp.ts'
import { entriesOf } from '../../outbox/entries.ts'
import { useBoat } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { useLogChanged } from '../queries.ts'
import { newTask, type TaskFields, taskFields, taskOf } from './task-fields.ts'
import { TaskForm } from './task-form.tsx'

interface TaskSheetProps {
  /** The task that is changed, or a new one; null while the sheet is closed. */
  task: Task | 'new' | null
  onClose: () => void
  /** Called with what is to be said. */
  onSaved: (text: string) => void
}

/** The form of a task over the page. */
export function TaskSheet({ task, onClose, onSaved }: TaskSheetProps) {
  const boat = useBoat()
  const { common, maintenance } = useTexts()
  const { tasks } = maintenance
  const entries = entriesOf(useQueryClient())
  const changed = useLogChanged(boat.id)
  const before = task === 'new' || task === null ? undefined : task
  const draft = `task ${before?.id ?? boat.id}`
  const save = useMutation({
    mutationFn: (fields: TaskFields) => {
      const { key, at } = stampOf(fields)
      const body = taskOf(fields, at, before)
      const title = `${before ? tasks.editTitle : tasks.addTitle}: ${fields.title.trim()}`
      const entry = { vesselId: boat.id, body, key, title, at: at.getTime() }
      return before
        ? entries.post({ ...entry, route: 'PATCH /app/tasks/{id}', id: before.id })
        : entries.post({ ...entry, route: 'POST /app/vessels/{id}/tasks' })
    },
    onSuccess: (saved, fields) => {
      forgetDraft(draft)
      const title = fields.title.trim()
      onSaved(saved ? tasks.saved(saved.task.title) : common.waiting.kept(title))
      return changed()
    },
  })
  const close = () => {
    save.reset()
    onClose()
  }
  return (
    <Sheet opened={task !== null} onClose={close} title={before ? tasks.editTitle : tasks.addTitle}>
      <TaskForm
        key={before?.id ?? 'new'}
        draft={draft}
        initial={before ? taskFields(before) : newTask(boat.engine_hours, new Date())}
        onSubmit={save.mutate}
        onCancel={() => {
          forgetDraft(draft)
          close()
        }}
        pending={save.isPending}
        error={save.error}
      />
    </Sheet>
  )
}
