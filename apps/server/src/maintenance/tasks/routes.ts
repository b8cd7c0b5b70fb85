import * as contract from '@binnacle/contract'
import type { Db } from '../../db/database.ts'
import type { Handle } from '../../http/route/register.ts'
import { vesselOrNotFound } from '../../vessels/sql.ts'
import { changeTask, deleteTask, insertTask, insertTasks, listTasks } from './sql.ts'
import { taskSetsIn } from './task-sets/task-sets.ts'

export function taskRoutes(handle: Handle, db: Db): void {
  handle(contract.listTasks, async ({ caller, params }) => {
    const { id } = await vesselOrNotFound(db, caller.id, params.id)
    return { tasks: await listTasks(db, id) }
  })

  handle(contract.createTask, ({ caller, params, body, now, once }) =>
    once(async (tx) => ({ task: await insertTask(tx, caller.id, params.id, body, now) })),
  )

  handle(contract.listTaskSets, async ({ query }) => ({ task_sets: taskSetsIn(query.language!) }))

  handle(contract.addTasks, ({ caller, params, body, now, once }) =>
    once((tx) => insertTasks(tx, caller.id, params.id, body.tasks, now)),
  )

  handle(contract.changeTask, async ({ caller, params, body }) => ({
    task: await changeTask(db, caller.id, params.id, body),
  }))

  handle(contract.deleteTask, async ({ caller, params }) => {
    await deleteTask(db, caller.id, params.id)
    return { removed: true }
  })
}
