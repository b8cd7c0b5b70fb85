import type { OperatorAccount, Plan, WithDates } from '@binnacle/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/schema/tables.ts'
import { notFound } from '../http/errors.ts'

import { useColumn } from '../quotas/use-sql.ts'

const PAGE = 200

type Row = WithDates<OperatorAccount>

const columns = (owner: ExpressionBuilder<Tables, 'owner'>) =>
  [
    'owner.id',
    'owner.name',
    'owner.email',
    'owner.plan',
    'owner.operator',
    'owner.created_at',
    'owner.suspended_at',
    owner
      .selectFrom('vessel')
      .select((vessel) => sql<number>`${vessel.fn.countAll()}::integer`.as('count'))
      .whereRef('vessel.owner_id', '=', 'owner.id')
      .$asScalar()
      .$notNull()
      .as('vessels'),
    useColumn('access_keys', sql.ref('owner.id')).as('access_keys'),
    useColumn('connections', sql.ref('owner.id')).as('connections'),
    useColumn('photos', sql.ref('owner.id')).as('photos'),
    useColumn('storage_bytes', sql.ref('owner.id')).as('storage_bytes'),
  ] as const

export interface Wanted {
  /** Go on after this account. */
  after?: string | undefined
  /** What the name or the e-mail address holds, in capitals or not. */
  search?: string | undefined
}

/** A page of accounts, oldest first. */
export function listAccounts(db: Db, { after, search }: Wanted): Promise<Row[]> {
  return db
    .selectFrom('owner')
    .select(columns)
    .$if(search !== undefined, (page) =>
      page.where(sql<boolean>`strpos(lower(owner.name || ' ' || owner.email), lower(${search})) > 0`),
    )
    .$if(after !== undefined, (page) =>
      page.where(
        sql<boolean>`(owner.created_at, owner.id) > (select o.created_at, o.id from owner o where o.id = ${after})`,
      ),
    )
    .orderBy('owner.created_at')
    .orderBy('owner.id')
    .limit(PAGE)
    .execute()
}

export const accountOrNotFound = (db: Db, id: string): Promise<Row> =>
  db.selectFrom('owner').select(columns).where('owner.id', '=', id).executeTakeFirstOrThrow(notFound)

export function updatePlan(db: Db, id: string, plan: Plan): Promise<Row> {
  return db
    .updateTable('owner')
    .set({ plan })
    .where('owner.id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow(notFound)
}
