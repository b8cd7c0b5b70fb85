import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

const NAME = 'mqtt_publisher'
const LEASE_MS = 30_000
const RENEW_MS = LEASE_MS / 3

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
   * Takes the lease, or makes it longer. False while another process has it. A lease that ends later than it can comes from a wrong clock
   * and is ignored.
   */
  async renew(now = Date.now()): Promise<boolean> {
    if (now >= this.#renewed && now < this.#renewed + RENEW_MS) return true
    const lease = JSON.stringify({ process: this.holder, until: now + LEASE_MS })
    const { rows } = await sql`
      insert into setting (name, value) values (${NAME}, ${lease}::jsonb)
      on conflict (name) do update set value = excluded.value
      where setting.value->>'process' = ${this.holder}
        or (setting.value->>'until')::bigint not between ${now}::bigint and ${now + LEASE_MS}::bigint
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
