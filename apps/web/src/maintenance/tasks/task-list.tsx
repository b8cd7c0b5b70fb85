import type { Task } from '@binnacle/contract'
import { ActionIcon } from '@mantine/core'
import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import { useState } from 'react'
import { useWaiting } from '../../outbox/entries.ts'
import { deletionOf } from '../../outbox/entry.ts'
import { KeepIt, WaitsForDeletion } from '../../outbox/waits-for-deletion.tsx'
import { useBoatId } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useRemoval } from '../use-removal.ts'
import classes from './tasks.module.css'
import { useIntervalText } from './use-interval-text.ts'

interface TaskListProps {
  tasks: readonly Task[]
  onEdit: (task: Task) => void
  /** Called with what is to be said. */
  onRemoved: (text: string) => void
}

const IconLink = createLink(
  ({ ref, ...props }: React.AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: React.Ref<HTMLAnchorElement> }) => (
    <ActionIcon component="a" ref={ref} {...props} />
  ),
)

/** The tasks by title, each with its logbook, its form and the way to delete it. */
export function TaskList({ tasks, onEdit, onRemoved }: TaskListProps) {
  const { tasks: words } = useTexts().maintenance
  const [removing, setRemoving] = useState<Task | null>(null)
  return (
    <>
      <p className={classes.count}>{words.count(tasks.length)}</p>
      <ul className={classes.list}>
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} onEdit={() => onEdit(task)} onRemove={() => setRemoving(task)} />
        ))}
      </ul>
      <RemoveTask task={removing} onClose={() => setRemoving(null)} onRemoved={onRemoved} />
    </>
  )
}

function TaskRow({ task, onEdit, onRemove }: { task: Task; onEdit: () => void; onRemove: () => void }) {
  const { due, tasks } = useTexts().maintenance
  const boatId = useBoatId()
  const intervalText = useIntervalText()
  const deletion = deletionOf(useWaiting(boatId), task.id)
  if (deletion)
    return (
      <li className={classes.row} data-deleted>
        <div>
          <h2 className={classes.title}>{task.title}</h2>
          <WaitsForDeletion />
        </div>
        <KeepIt deletion={deletion} title={task.title} />
      </li>
    )
  return (
    <li className={classes.row}>
      <div>
        <h2 className={classes.title}>{task.title}</h2>
        <p className={classes.quiet}>{task.once ? due.once : due.every(intervalText(task))}</p>
      </div>
      <div className={classes.buttons}>
        <IconLink
          to="/boats/$boatId/logbook"
          params={{ boatId }}
          search={{ task: task.id }}
          aria-label={tasks.logOf(task.title)}
        >
          <IconHistory size={22} aria-hidden />
        </IconLink>
        <ActionIcon onClick={onEdit} aria-label={tasks.editOf(task.title)}>
          <IconPencil size={22} aria-hidden />
        </ActionIcon>
        <ActionIcon onClick={onRemove} aria-label={tasks.removeOf(task.title)}>
          <IconTrash size={22} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  )
}

interface RemoveTaskProps {
  task: Task | null
  onClose: () => void
  onRemoved: (text: string) => void
}

function RemoveTask({ task, onClose, onRemoved }: RemoveTaskProps) {
  const { tasks } = useTexts().maintenance
  const boatId = useBoatId()
  const remove = useRemoval(boatId, (text) => {
    onClose()
    onRemoved(text)
  })
  const removeTask = ({ id, title }: Task) =>
    remove.mutate({ route: 'DELETE /app/tasks/{id}', id, title, removed: tasks.removed(title) })
  return (
    <Confirm
      opened={task !== null}
      onClose={onClose}
      title={tasks.removeTitle}
      action={tasks.remove}
      onConfirm={() => task && removeTask(task)}
      pending={remove.isPending}
      error={remove.error}
    >
      {task && tasks.removeText(task.title)}
    </Confirm>
  )
}
