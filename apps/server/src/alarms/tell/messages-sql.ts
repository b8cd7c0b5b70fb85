import {
  eventOfAlarm,
  INSTALLATION_RULE_KIND_NAMES,
  KINDS_BY_READINGS,
  LIMITS,
  type QuietHours,
  type QuietPasses,
  RULE_KIND_NAMES,
} from '@binnacle/contract'
import { type RawBuilder, sql, type Updateable } from 'kysely'
import { takenAt } from '../../cameras/frames/sql.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { isSilenced } from '../alarms-sql.ts'
import type { Content } from './content.ts'
import type { Receiver } from './kinds/sender.ts'
import { Gone, type NotAccepted } from './post/post.ts'
import { quietHoursOf } from './quiet/quiet-hours-of.ts'

/** An alarm that began earlier may be over: the boat may still be sending what it stored. */
const NEW_MINUTES = 20
/** While a boat sent old readings in these last minutes, only new alarms are told. */
const DRAINED_MINUTES = 10

/** What an alarm of this kind is for a webhook, as eventOfAlarm of the contract says. */
export const eventOfKind = (kind: string) =>
  sql`(${JSON.stringify(Object.fromEntries([...RULE_KIND_NAMES, ...INSTALLATION_RULE_KIND_NAMES].map((each) => [each, eventOfAlarm(each)])))}::jsonb->>${sql.raw(kind)})`

const isoTime = (time: string) => sql.raw(`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** The alarm `t` as messages have it. */
export const alarmOfMessage = (metric: RawBuilder<unknown>) => sql`
  json_build_object('id', t.id, 'kind', t.kind, 'metric', ${metric}, 'instance', nullif(t.instance, ''), 'limit', t."limit",
    'severity', t.severity, 'value', t.value, 'text', t.text, 'began_at', ${isoTime('t.began_at')}, 'ended_at', ${isoTime('t.ended_at')})`

/** Whether the channel `c` is told of the alarm `t`. */
export const isWanted = sql`
  (c.enabled and c.verified_at is not null and (c.events is null or ${eventOfKind('t.kind')} = any(c.events))
    and (c.severity = 'warning' or t.severity = 'alarm' or (c.events is not null and ${eventOfKind('t.kind')} <> 'vessel.alarm')))`

/** An older picture shows nothing of an alarm. */
const PICTURE_HOURS = 24

/**
 * The picture for what is told as `t`: if an alarm by readings has begun, the newest one of the camera that its rule names, else
 * of the boat; if the camera has answered, what it sent.
 */
const pictureFor = (now: Date) => sql`
  select f.id, f.camera_id, f.mime, c.label, ${takenAt} as taken_at
  from frame f join camera c on c.vessel_id = f.vessel_id and c.id = f.camera_id and c.enabled
  where t.event <> 'ended' and t.kind = any(${KINDS_BY_READINGS}) and f.vessel_id = t.vessel_id
    and (t.camera_id is null or f.camera_id = t.camera_id)
    and case t.event when 'began' then ${takenAt} > ${now}::timestamptz - ${PICTURE_HOURS} * interval '1 hour'
      else f.trigger = 'request' and f.received_at > t.told_at end
  order by ${takenAt} desc, f.id desc limit 1`

/**
 * Writes a message to each channel that is told of the rows of `told`: the columns of an alarm, of its vessel, and `event`. The
 * channels are locked: one that is just being deleted gets none.
 */
export const messagesAbout = (told: RawBuilder<unknown>, now: Date) => sql`
    insert into message (vessel_id, id, channel_id, alarm_id, content, created_at, next_try_at)
    select t.vessel_id, gen_random_uuid(), c.id, t.id, json_build_object(
      'event', t.event,
      'vessel', json_build_object('id', t.vessel_id, 'name', t.name),
      'alarm', ${alarmOfMessage(sql`t.metric`)},
      'picture', case when p.id is not null then json_build_object('id', p.id, 'camera_id', p.camera_id, 'mime', p.mime, 'label', p.label,
        'captured_at', ${isoTime('p.taken_at')}, 'time_zone', coalesce(o.quiet_time_zone, 'UTC')) end
    ), ${now}, ${now}
    from (${told}) t
    join owner o on o.id = t.owner_id and o.suspended_at is null
    join channel c on c.owner_id = t.owner_id and ${isWanted}
    left join lateral (${pictureFor(now)}) p on c.frames
    where t.event <> 'frame' or p.id is not null
    for key share of c`

/**
 * Writes the messages about alarms that began and can be told, and about told ones that ended, one for each channel; each alarm
 * once, whichever process does it. What ended before it was told is never told. From then on the picture of the camera that the
 * rule names is awaited, unless the camera is just being deleted.
 * @param vesselIds null: all vessels
 */
export async function writeMessages(db: Db, vesselIds: readonly string[] | null, now: Date): Promise<void> {
  await sql`
    with begun as (
      update alarm a set told_at = ${now},
        (camera_id, picture_until) = (
          select c.id, case when c.enabled then ${now}::timestamptz + ${LIMITS.checkInSeconds} * interval '1 second' end
          from alarm_rule r join camera c on c.vessel_id = r.vessel_id and c.id = r.camera_id
          where r.vessel_id = a.vessel_id and r.id = a.rule_id for key share of c skip locked)
      from vessel v
      where v.id = a.vessel_id and a.told_at is null and a.ended_at is null and not ${isSilenced(now)}
        and (${vesselIds}::uuid[] is null or a.vessel_id = any(${vesselIds}::uuid[]))
        and (a.began_at >= ${now}::timestamptz - ${NEW_MINUTES} * interval '1 minute' or (
          a.created_at <= ${now}::timestamptz - ${DRAINED_MINUTES} * interval '1 minute' and not exists (
            select from connection c join alarm_judged j on j.vessel_id = c.vessel_id
            where c.vessel_id = a.vessel_id and c.telemetry_at > ${now}::timestamptz - ${DRAINED_MINUTES} * interval '1 minute'
              and j.until_at < ${now}::timestamptz - ${NEW_MINUTES} * interval '1 minute')))
      returning a.*, v.owner_id, v.name
    ), over as (
      update alarm a set told_end_at = ${now} from vessel v
      where v.id = a.vessel_id and a.told_at is not null and a.told_end_at is null and a.ended_at is not null
        and (${vesselIds}::uuid[] is null or a.vessel_id = any(${vesselIds}::uuid[]))
      returning a.*, v.owner_id, v.name, ${isSilenced(now)} as silenced
    )
    ${messagesAbout(
      sql`select 'began' as event, b.*, false as silenced from begun b union all select 'ended', e.* from over e where not e.silenced`,
      now,
    )}`.execute(db)
}

export interface ClaimedMessage extends Receiver {
  /** null: it is about the installation. */
  vessel_id: string | null
  id: string
  channel_id: string
  content: Content
  tries: number
  /** From when on it could be sent: when it was written, when the quiet hours ended, or when somebody asked for it again. */
  waits_from: Date
  held_until: Date | null
  /** When its owner asked for it to be sent again. */
  again_at: Date | null
  quiet_passes: QuietPasses
  /** Whether its channel accepted what it was last sent. */
  accepts: boolean
  /** null: the account has none. */
  quietHours: QuietHours | null
  /** In which the account's quiet hours are, or were. */
  quiet_time_zone: string | null
}

const GIVE_UP_MS = 24 * 3_600_000
/** Twice the time after which a message is given up: the end of an alarm may wait for its beginning. */
const TOO_OLD_MS = 2 * GIVE_UP_MS

const waitsFrom = sql.raw('greatest(m.created_at, m.held_until, m.again_at)')
const isTooOld = (now: Date) => sql`(${waitsFrom} <= ${now}::timestamptz - ${TOO_OLD_MS} * interval '1 millisecond')`

/** Without its picture, if its owner wants none there any more. */
export const asChosen = sql<Content>`case when c.frames then m.content else (m.content::jsonb - 'picture')::json end`

/**
 * Longer than sending takes, so that no other process sends the message meanwhile. An e-mail to a mail server that is slow at
 * each step can take longer, and comes twice under one Message-ID.
 */
const LEASE_SECONDS = 60

/** Of one channel under way at once, so that one that hangs does not take the place of others. */
const AT_ONCE_PER_CHANNEL = 2

/** A channel that never accepted any may be one whose receiver hangs. */
const accepts = sql<boolean>`(c.last_error is null and c.told_at is not null)`

/**
 * Claims messages that are due, few of each channel. Of one alarm and channel the earlier message goes first; the later one does
 * not wait for it while it is held, nor if it is a picture that a webhook refused: older receivers do not know that event. Of the
 * messages that were held for a boat and channel only the first is claimed, which takes the others along. Skips channels that are
 * switched off and accounts that are suspended. What waited for days behind either is never sent.
 * @param except channels that get none: some by their ids, or all that did not accept what they were last sent
 */
export async function claimMessages(
  db: Db,
  limit: number,
  now: Date,
  except: { busy: readonly string[]; notAccepting: boolean } = { busy: [], notAccepting: false },
): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    with due as (
      select m.id, m.channel_id, m.next_try_at from message m
      join channel c on c.id = m.channel_id and c.enabled
      join owner o on o.id = c.owner_id and o.suspended_at is null
      where m.done_at is null and m.next_try_at <= ${now} and m.channel_id <> all(${except.busy}::uuid[])
        and (${accepts} or not ${except.notAccepting}::boolean)
        and not ${isTooOld(now)} and not exists (
        select from message e where e.alarm_id = m.alarm_id and e.channel_id = m.channel_id
          and e.done_at is null and e.created_at < m.created_at and (e.held_until is null or e.held_until <= ${now})
          and not (c.kind = 'webhook' and e.content->>'event' = 'frame' and e.error is not null))
        and (m.held_until is null or not exists (
        select from message e where e.vessel_id is not distinct from m.vessel_id and e.channel_id = m.channel_id
          and e.done_at is null and e.held_until <= ${now}
          and (e.created_at, e.id) < (m.created_at, m.id)))
      order by m.next_try_at limit ${limit} for update of m skip locked
    ), fair as (
      select id, row_number() over (partition by channel_id order by next_try_at, id) as place from due
    )
    update message m set tries = m.tries + 1, next_try_at = ${now}::timestamptz + ${LEASE_SECONDS} * interval '1 second'
    from fair f, channel c, owner o
    where m.id = f.id and f.place <= ${AT_ONCE_PER_CHANNEL} and c.id = m.channel_id and o.id = c.owner_id
    returning m.vessel_id, m.id, m.channel_id, ${asChosen} as content, m.tries, ${waitsFrom} as waits_from, m.held_until, m.again_at,
      c.kind, c.address, c.secret, c.language, c.quiet_passes, o.quiet_time_zone, ${accepts} as accepts,
      ${quietHoursOf} as "quietHours"`.execute(db)
  return rows
}

/** What is sent under the id of a claimed message. */
export interface Parcel {
  /** null: there is nothing to tell. */
  content: Content | null
  told: string[]
  /** Messages that nobody needs any more. */
  dropped: string[]
}

const setMessages = (db: Db, ids: string[], change: Updateable<Tables['message']>) =>
  ids.length > 0 && db.updateTable('message').set(change).where('id', 'in', ids).execute()

export async function noteAccepted(
  db: Db,
  { channel_id }: Pick<ClaimedMessage, 'channel_id'>,
  { told }: Parcel,
  now: Date,
): Promise<void> {
  await setMessages(db, told, { done_at: now, error: null })
  await db.updateTable('channel').set({ told_at: now, last_error: null }).where('id', '=', channel_id).execute()
}

const FIRST_PAUSE_MS = 10_000
const MAX_PAUSE_MS = 3_600_000

/** Retries the message for a day, at growing intervals. If the receiver is gone, switches the channel off. */
export async function noteRefused(
  db: Db,
  message: ClaimedMessage,
  { told, dropped }: Parcel,
  reason: NotAccepted,
  now: Date,
): Promise<void> {
  const { channel_id, tries, waits_from } = message
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), MAX_PAUSE_MS) * (0.5 + Math.random() / 2)
  const next = new Date(now.getTime() + pause)
  const error = reason.message
  const isGone = reason instanceof Gone
  const isLast = isGone || next.getTime() - waits_from.getTime() > GIVE_UP_MS
  await setMessages(db, [...told, ...dropped], { error, next_try_at: next, done_at: isLast ? now : null })
  await db
    .updateTable('channel')
    .set({ last_error: error, ...(isGone && { enabled: false }) })
    .where('id', '=', channel_id)
    .execute()
}

export async function noteDropped(db: Db, dropped: string[], error: string, now: Date): Promise<void> {
  await setMessages(db, dropped, { done_at: now, error })
}

const KEPT_DAYS = 30
/** A camera may send one each minute. */
const FRAMES_KEPT_DAYS = 2

/** Gives up what is never sent any more, and deletes the messages that are too old for the log of a channel. */
export async function removeOldMessages(db: Db, now: Date): Promise<void> {
  await sql`
    update message m set done_at = ${now}, error = coalesce(m.error, 'not sent within two days')
    where m.done_at is null and ${isTooOld(now)}`.execute(db)
  await sql`
    delete from message where created_at < ${now}::timestamptz - ${KEPT_DAYS} * interval '1 day'
      or (alarm_id is null and content->>'event' = 'frame.stored'
        and created_at < ${now}::timestamptz - ${FRAMES_KEPT_DAYS} * interval '1 day')`.execute(db)
}
