import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'

/** What was last said of a folder holds for so long: the disk of a process that is restarted does not have space meanwhile. */
const FRESH_MINUTES = 10
/** A process that was not seen for so long is not alive. */
const ALIVE_SECONDS = 90
/** After a crash the alarm stays open for so long: a process that crashes again and again is one alarm. */
const CRASH_MINUTES = 60
/** A disk has space again, and a lag is over, when the value is so far on the good side. */
const MARGIN = 0.2

/** The text of a process that was gone, and has not come back: it is missed no longer. */
const NOT_BACK = 'not back'

/** What breaks the rule `r` of each kind: kind, instance, value, text, since. `o`: what is open already, so that nothing flaps. */
const BROKEN = {
  disk_space: sql`
    select r.kind, d.disk as instance, d.free as value, d.text, now() as since
    from rule r
    join lateral (
      select distinct on (s.disk) s.disk, s.free, s.text from (
        select distinct on (e->>'name', p.host, e->>'path') (e->>'name') || '@' || p.host as disk,
          (e->>'freePercent')::double precision as free, p.host || ': ' || (e->>'path') as text
        from (select *, split_part(place, ':', 1) as host from service_process) p, json_array_elements(p.disks) e
        where p.seen_at > now() - ${FRESH_MINUTES} * interval '1 minute'
        order by e->>'name', p.host, e->>'path', p.seen_at desc
      ) s order by s.disk, s.free
    ) d on true
    where r.kind = 'disk_space' and d.free < r."limit" * case when exists (
      select from installation_alarm o where o.kind = r.kind and o.instance = d.disk and o.ended_at is null) then ${1 + MARGIN}::double precision else 1 end`,
  backup: sql`
    select r.kind, '' as instance, null::double precision as value, b.text, b.since
    from rule r, lateral (
      select case when failed then s.problem end as text,
        case when failed then s.failed_at else made_at + r."limit" * interval '1 hour' end as since
      from (
        select s.problem, s.failed_at, s.failed_at is not null and s.failed_at > coalesce(s.made_at, '-infinity') as failed,
          coalesce(s.made_at, s.wanted_since) as made_at
        from (select 1) one left join backup_status s on true
      ) s
    ) b
    where r.kind = 'backup' and b.since <= now()
      and exists (select from service_process p where p.makes_backups and p.seen_at > now() - ${FRESH_MINUTES} * interval '1 minute')`,
  process: sql`
    -- One restart after the machine itself was started is no crash: a boat's main switch is not told twice a day.
    select r.kind, p.place as instance, nullif(count(next.id), 0)::double precision as value, null as text, min(p.seen_at) as since
    from rule r, service_process p
    left join lateral (
      select n.id, n.started_at, n.booted_at > p.seen_at as after_boot from service_process n
      where n.place = p.place and n.id <> p.id and n.started_at >= p.seen_at order by n.started_at limit 1
    ) next on true
    where r.kind = 'process' and p.ended_at is null and p.seen_at <= now() - ${ALIVE_SECONDS} * interval '1 second'
      and case when next.id is null then p.seen_at <= now() - r."limit" * interval '1 minute'
        else next.started_at > now() - ${CRASH_MINUTES} * interval '1 minute' end
    group by r.kind, p.place
    having not (count(*) = 1 and bool_and(next.after_boot is true))`,
  lag: sql`
    select r.kind, l.instance, extract(epoch from now() - l.done_at) / 60 as value, null as text, l.done_at + r."limit" * interval '1 minute' as since
    from rule r, (
      select max(p.judged_at) as judged_at, max(p.told_at) as told_at from service_process p
      where p.ended_at is null and p.seen_at > now() - ${ALIVE_SECONDS} * interval '1 second'
    ) p, lateral (values ('judge', p.judged_at), ('tell', p.told_at)) l(instance, done_at)
    where r.kind = 'lag' and l.done_at <= now() - r."limit" * interval '1 minute' * case when exists (
      select from installation_alarm o where o.kind = r.kind and o.instance = l.instance and o.ended_at is null) then ${1 - MARGIN}::double precision else 1 end`,
}

/**
 * Judges the operator's rules by what the processes have said. Any of them does it, one after the other, and not while a rule is
 * changed: a judgement would begin anew what has ended since it looked. `knowsOthers`: whether this process has run for long
 * enough without a break to say that another one is gone.
 */
export function judgeInstallation(db: Db, knowsOthers: boolean): Promise<void> {
  return inTransaction(db, async (tx) => {
    await sql`select from installation_rule order by position for update`.execute(tx)
    await sql`
      with rule as (select * from installation_rule where enabled),
      broken as materialized (
        ${BROKEN.disk_space} union all ${BROKEN.backup} union all ${BROKEN.lag} union all ${BROKEN.process}
      ),
      -- One that is open says how far it went; a disk also in which of the machine's folders.
      worse as (
        update installation_alarm a set value = b.value, text = b.text from broken b
        where a.ended_at is null and a.kind = b.kind and a.instance = b.instance and b.value is not null
          and (a.value is null or case a.kind when 'disk_space' then b.value < a.value - 0.1 else b.value > a.value + 0.9 end)
      ),
      over as (
        update installation_alarm a set ended_at = greatest(a.began_at, now()),
          text = case when a.kind = 'process' and a.value is null and not exists (
            select from service_process p where p.place = a.instance) then ${NOT_BACK} else a.text end
        where a.ended_at is null and not exists (select from broken b where b.kind = a.kind and b.instance = a.instance)
      )
      insert into installation_alarm (id, kind, instance, "limit", severity, value, text, began_at, silenced_at, silenced_until)
      select gen_random_uuid(), b.kind, b.instance, r."limit", r.severity, b.value, b.text, b.since, s.silenced_at, s.silenced_until
      from broken b join rule r on r.kind = b.kind
      left join lateral (
        select s.silenced_at, s.silenced_until from installation_alarm s
        where s.kind = b.kind and s.instance = b.instance and s.silenced_until > b.since order by s.silenced_until desc limit 1
      ) s on true
      where ${knowsOthers} or b.kind <> 'process' or b.value is not null
      on conflict (kind, instance) where ended_at is null do nothing`.execute(tx)
  })
}

const KEPT_DAYS = 365

export async function removeOldInstallationAlarms(db: Db): Promise<void> {
  await sql`delete from installation_alarm where ended_at < now() - ${KEPT_DAYS} * interval '1 day'`.execute(db)
}
