import { sql } from 'kysely'

/** The quiet hours of the owner `o`, as QuietHours of the contract; null: there are none. */
export const quietHoursOf = sql`case when o.quiet_from is not null
  then json_build_object('from', o.quiet_from, 'until', o.quiet_until, 'time_zone', o.quiet_time_zone) end`
