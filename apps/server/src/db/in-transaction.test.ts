import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { logService } from '../maintenance/logbook-sql.ts'
import { deleteTask, insertTask } from '../maintenance/task-sql.ts'
import { insertBoats } from '../testing/boats.ts'
import { openTestDatabase, testServerUrl } from '../testing/database.ts'
import { deleteVessel } from '../vessels/sql.ts'

/** The embedded database has one connection: nobody waits for anybody there. */
const skip = testServerUrl ? false : 'needs PostgreSQL: npm test starts one for its second half'

const ROUNDS = 4
/** With two transactions each they have the service's ten connections. */
const BOATS = 5

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
        const both = [() => deleteVessel(db, ownerId, vesselId), () => deleteTask(db, ownerId, task_id)]
        await Promise.all((i % 2 ? both : both.toReversed()).map((work) => work()))
      }),
    )
  const { vessels } = await db
    .selectFrom('vessel')
    .select((of) => of.fn.countAll().as('vessels'))
    .executeTakeFirstOrThrow()
  assert.equal(Number(vessels), 0)
})
