import type { CameraOverview } from '@binnacle/contract'

type LastCheckIn = NonNullable<CameraOverview['last_check_in']>

/** How an owner's request stands. Times are ms. */
export type CheckInState =
  | { state: 'none' }
  /** `left`: until it ends. `part`: of its time that is left, 0 to 1. */
  | { state: 'open'; left: number; part: number }
  | { state: 'answered'; frameId: string | null; at: number }
  | { state: 'expired'; at: number }

/** After this nobody waits for it any more. */
const OLD_MS = 24 * 60 * 60_000

/**
 * How the last request stands at `now` by the service's clock. An answer is told as long as its picture is the newest; that none
 * came, until there is a picture after all.
 */
export function checkInState(
  last: LastCheckIn | null,
  newest: Pick<NonNullable<CameraOverview['newest_frame']>, 'id' | 'received_at'> | null,
  now: number,
): CheckInState {
  if (!last) return { state: 'none' }
  const [asked, ends] = [Date.parse(last.requested_at), Date.parse(last.expires_at)]
  if (now - asked > OLD_MS) return { state: 'none' }
  if (last.answered_at) {
    if (newest && newest.id !== last.frame_id) return { state: 'none' }
    return { state: 'answered', frameId: newest && last.frame_id, at: Date.parse(last.answered_at) }
  }
  if (now < ends) return { state: 'open', left: ends - now, part: Math.min(1, (ends - now) / (ends - asked)) }
  return newest && Date.parse(newest.received_at) > asked ? { state: 'none' } : { state: 'expired', at: ends }
}

/** An onboard device asks for requests at least four times a minute, which is written down once a minute. */
const ASKS_WITHIN_MS = 2 * 60_000

/** Whether anybody on board can be asked, as far as is known. */
export type Reach = 'listening' | 'silent' | 'switchedOff' | 'removed'

export function reachOf(connection: CameraOverview['connection'], now: number): Reach {
  if (!connection) return 'removed'
  if (!connection.enabled) return 'switchedOff'
  const { last_seen_at } = connection
  return last_seen_at && now - Date.parse(last_seen_at) <= ASKS_WITHIN_MS ? 'listening' : 'silent'
}

/** Time that is left as minutes and seconds, such as 4:05; whole seconds, rounded up, so that 0:00 is the end. */
export function countdown(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
