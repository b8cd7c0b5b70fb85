import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const hash = (text: string) => createHash('sha256').update(text).digest()

/** Whether two secrets are the same; the time that it takes tells nothing. An empty one is none. */
export const sameSecret = (given: string, secret: string): boolean =>
  secret !== '' && timingSafeEqual(hash(given), hash(secret))

/** The token of `Authorization: Bearer TOKEN`. */
export const bearerOf = ({ headers }: IncomingMessage): string | undefined =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
