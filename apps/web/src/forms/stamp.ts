import { randomKey } from '../api/request-keys.ts'

/** The request that a form's content is: its Idempotency-Key, and when it was first sent, which "now" in it means. */
export interface Stamp {
  key: string
  at: Date
}

const stamps = new WeakMap<object, Stamp>()

/** Of fields that a form gives to be sent (use-checked-form.ts): content that is sent again is the same request. */
export function stampOf(fields: object): Stamp {
  const stamp = stamps.get(fields) ?? { key: randomKey(), at: new Date() }
  stamps.set(fields, stamp)
  return stamp
}

/** `fields`, or the same as they were sent before: with the stamp of then. */
export const unlessSent = <F extends object>(fields: F, sent: F | null): F =>
  sent && JSON.stringify(sent) === JSON.stringify(fields) ? sent : fields
