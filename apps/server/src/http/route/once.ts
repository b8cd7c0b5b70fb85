import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { LIMITS } from '@binnacle/contract'
import type { Transaction } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { ApiError } from '../errors.ts'

/**
 * Writes what a request asks for in one transaction and gives the answer. With an Idempotency-Key it remembers the answer:
 * a retry gets that, its dates as text. `content`: what the body was, for a route that reads it by itself.
 * Throws idempotency_key_reused. An error is not remembered.
 */
export type Once = <T>(work: (tx: Transaction<Tables>) => Promise<T>, content?: string) => Promise<T>

export type OnceFor = (key: string | undefined, request: { ownerId: string; path: string; body: string }) => Once

/**
 * `secrets`: the current one first. Those before it only open answers that it encrypted.
 * Across processes: a retry waits for the first request at the primary key, until that is committed or rolled back.
 */
export const makeOnce =
  (db: Db, secrets: Buffer[]): OnceFor =>
  (key, { ownerId, path, body }) =>
  (work, content = body) =>
    inTransaction(db, async (tx) => {
      if (key === undefined) return work(tx)
      const request = { owner_id: ownerId, key_hash: sha256(`${path}\n${key}`) }
      const cipherKey = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, key, sha256(content), 32))
      if (!(await claim(tx, request))) return decrypt(await rememberedAnswer(tx, request), secrets.map(cipherKey))
      const answer = await work(tx)
      await remember(tx, request, encrypt(answer, cipherKey(secrets[0]!)))
      return answer
    })

interface AnsweredRequest {
  owner_id: string
  key_hash: Buffer
}

const DAY_MS = 86_400_000

/** Whether the request is the first with its key. The account's requests that are old enough are forgotten. */
async function claim(tx: Transaction<Tables>, request: AnsweredRequest): Promise<boolean> {
  const inserted = await tx
    .insertInto('answered_request')
    .values(request)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key_hash')
    .executeTakeFirst()
  if (!inserted) return false
  await tx
    .deleteFrom('answered_request')
    .where('owner_id', '=', request.owner_id)
    .where('answered_at', '<', new Date(Date.now() - LIMITS.idempotencyDays * DAY_MS))
    .execute()
  return true
}

async function remember(tx: Transaction<Tables>, { owner_id, key_hash }: AnsweredRequest, answer: Buffer) {
  await tx
    .updateTable('answered_request')
    .set({ answer })
    .where('owner_id', '=', owner_id)
    .where('key_hash', '=', key_hash)
    .execute()
}

async function rememberedAnswer(tx: Transaction<Tables>, { owner_id, key_hash }: AnsweredRequest): Promise<Uint8Array> {
  const { answer } = await tx
    .selectFrom('answered_request')
    .select('answer')
    .where('owner_id', '=', owner_id)
    .where('key_hash', '=', key_hash)
    .executeTakeFirstOrThrow()
  return answer!
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

function encrypt(answer: unknown, key: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(answer)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

/** The keys are made of the request's name and body, so another body opens it with none of them. */
function decrypt<T>(answer: Uint8Array, keys: Buffer[]): T {
  for (const key of keys) {
    const text = textOf(answer, key)
    if (text !== null) return JSON.parse(text)
  }
  throw new ApiError('idempotency_key_reused')
}

/** Null: it was encrypted with another key. */
function textOf(answer: Uint8Array, key: Buffer): string | null {
  const decipher = createDecipheriv(CIPHER, key, answer.subarray(0, IV_BYTES))
  decipher.setAuthTag(answer.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(answer.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString()
  } catch {
    return null
  }
}
