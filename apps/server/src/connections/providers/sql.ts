import type { Provider } from '@binnacle/contract'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { BrandRequestTable } from '../../db/schema/tables.ts'
import { PROVIDER_CATALOGUE } from './provider-catalogue.ts'

const columns = ['slug', 'name', 'summary', 'direction', 'status', 'covers', 'install_notes', 'docs_url'] as const

export function listProviders(db: Db): Promise<Provider[]> {
  return db.selectFrom('provider').select(columns).orderBy('position').orderBy('slug').execute()
}

export function findProvider(db: Db, slug: string): Promise<Provider | undefined> {
  return db.selectFrom('provider').select(columns).where('slug', '=', slug).executeTakeFirst()
}

/** Adds the providers that are not there yet, in their order; those that are there stay as the operator left them. */
export async function seedProviders(db: Db, catalogue: readonly Provider[] = PROVIDER_CATALOGUE): Promise<void> {
  await db
    .insertInto('provider')
    .values(catalogue.map((provider, position) => ({ ...provider, position })))
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
}

/** Adds the provider after all others, or replaces it where it stands. */
export function putProvider(db: Db, provider: Provider): Promise<Provider> {
  const { slug, ...fields } = provider
  return db
    .insertInto('provider')
    .values({ ...provider, position: sql<number>`(select coalesce(max(position), 0) + 1 from provider)` })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(fields))
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export function insertBrandRequest(db: Db, request: Insertable<BrandRequestTable>) {
  return db
    .insertInto('brand_request')
    .values(request)
    .returning(['id', 'system_name', 'boat_make', 'vessel_id', 'note', 'created_at'])
    .executeTakeFirstOrThrow()
}
