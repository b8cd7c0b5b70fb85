import type { Task } from '@binnacle/contract'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { forgetDraft } from '../../forms/draft.ts'
import { stampOf } from '../../forms/stamp.ts'
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
  onSaved: (task: Task) => void
}

/** The form of a task over the page. */
export function TaskSheet({ task, onClose, onSaved }: TaskSheetProps) {
  const boat = useBoat()
  const { tasks } = useTexts().maintenance
  const changed = useLogChanged(boat.id)
  const before = task === 'new' || task === null ? undefined : task
  const draft = `task ${before?.id ?? boat.id}`
  const save = useMutation({
    mutationFn: (fields: TaskFields) => {
      const { key, at } = stampOf(fields)
      const body = taskOf(fields, at, before)
      return before
        ? api('PATCH /app/tasks/{id}', { params: { id: before.id }, body })
        : api('POST /app/vessels/{id}/tasks', { params: { id: boat.id }, body, key })
    },
    onSuccess: (saved) => {
      forgetDraft(draft)
      onSaved(saved.task)
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
