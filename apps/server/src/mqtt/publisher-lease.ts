import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

const NAME = 'mqtt_publisher'
const LEASE_MS = 30_000
export const RENEW_MS = LEASE_MS / 3

/** The database's clock: those of the machines differ. */
const NOW = sql`(extract(epoch from now()) * 1000)::bigint`

/** Lets one process publish. */
export class PublisherLease {
  readonly #db: Db
  readonly holder: string
  #renewed = Number.NEGATIVE_INFINITY

  constructor(db: Db, holder: string) {
    this.#db = db
    this.holder = holder
  }

  /**
   * Takes the lease, or makes it longer. False while another process has it. A lease that ends much later than it can comes from when
   * the database's clock was wrong, and is ignored; a little later is one that was taken while this statement waited.
   */
  async renew(now = Date.now()): Promise<boolean> {
    if (now >= this.#renewed && now < this.#renewed + RENEW_MS) return true
    const { rows } = await sql`
      insert into setting (name, value) values (${NAME}, jsonb_build_object('process', ${this.holder}::text, 'until', ${NOW} + ${sql.lit(LEASE_MS)}))
      on conflict (name) do update set value = excluded.value
      where setting.value->>'process' = ${this.holder}
        or (setting.value->>'until')::bigint not between ${NOW} and ${NOW} + ${sql.lit(2 * LEASE_MS)}
      returning name`.execute(this.#db)
    this.#renewed = rows.length > 0 ? now : Number.NEGATIVE_INFINITY
    return rows.length > 0
  }

  /** Any other process may publish at once. */
  async release(): Promise<void> {
    this.#renewed = Number.NEGATIVE_INFINITY
    await sql`delete from setting where name = ${NAME} and value->>'process' = ${this.holder}`.execute(this.#db)
  }
}
