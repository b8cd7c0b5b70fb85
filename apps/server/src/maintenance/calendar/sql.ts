import type { Db } from '../../db/database.ts'

export async function findToken(db: Db, ownerId: string): Promise<string | null> {
  const { calendar_token } = await db
    .selectFrom('owner')
    .select('calendar_token')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return calendar_token
}

export async function setToken(db: Db, ownerId: string, token: string | null): Promise<void> {
  await db.updateTable('owner').set({ calendar_token: token }).where('id', '=', ownerId).execute()
}

/** Whose calendar it is, unless the account is suspended. */
export const ownerOfToken = (db: Db, token: string): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('owner')
    .select('id')
    .where('calendar_token', '=', token)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
