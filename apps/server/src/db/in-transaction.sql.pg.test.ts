import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ApiError } from '../http/errors.ts'
import { logService } from '../maintenance/logbook/sql.ts'
import { deleteTask, insertTask } from '../maintenance/tasks/sql.ts'
import { deleteVessel } from '../overview/vessel-sql.ts'
import { insertBoats } from '../testing/accounts/boats.ts'
import { openTestDatabase, testServerUrl } from '../testing/database.ts'

/** The embedded database has one connection: nobody waits for anybody there. */
const skip = testServerUrl ? false : 'needs PostgreSQL'

const ROUNDS = 4
/** With two transactions each they have the service's ten connections. */
const BOATS = 5

/** The vessel went first, and its task with it. */
function unlessGone(error: Error): void {
  if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
}

test('a vessel is deleted while a task of it is: a deadlock, and both are done', { skip }, async () => {
  const { database, drop } = await openTestDatabase()
  after(drop)
  const { db } = database
  const now = new Date()
  for (let round = 0; round < ROUNDS; round++)
    await Promise.all(
      (await insertBoats(db, BOATS)).map(async ({ ownerId, vesselId }, i) => {
        const task = await insertTask(
          db,
          ownerId,
          vesselId,
          { title: 'Oil', interval_days: 365, lead_days: 30, lead_hours: 25 },
          now,
        )
        const task_id = task!.id
        // Deleting it notes two changes of the vessel, for the second of which PostgreSQL looks for the vessel's row once more.
        await logService(db, ownerId, vesselId, { title: 'Oil', task_id, route: 'diy' }, now)
        const both = [
          () => deleteVessel(db, ownerId, vesselId, async () => {}),
          () => deleteTask(db, ownerId, task_id).catch(unlessGone),
        ]
        await Promise.all((i % 2 ? both : both.toReversed()).map((work) => work()))
      }),
    )
  const { vessels } = await db
    .selectFrom('vessel')
    .select((of) => of.fn.countAll().as('vessels'))
    .executeTakeFirstOrThrow()
  assert.equal(Number(vessels), 0)
})
