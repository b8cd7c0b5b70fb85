import { createDecipheriv, hkdfSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { ReadableStream as NodeStream } from 'node:stream/web'
import type { Decrypter, Identity, Stanza } from 'age-encryption'
import { OperatorError } from '../../process/operator-error.ts'
import type { Config } from '../../settings/config.ts'

/** How an archive is encrypted, in the format of age: for those who hold the private keys, or with a passphrase. */
export type Encryption = { recipients: string[] } | { passphrase: string }

/** What decrypts archives. */
export interface Keys {
  /** AGE-SECRET-KEY-1…, or what decrypts a file's key in another way. */
  identities?: (string | Identity)[]
  passphrase?: string
}

type Bytes = AsyncIterable<Uint8Array>

/** Loaded when an archive is encrypted: most processes never need it. */
const age = () => import('age-encryption')

const MAGIC = 'age-encryption.org/v1\n'
export const MAGIC_BYTES = MAGIC.length
export const isEncrypted = (beginning: Buffer): boolean => beginning.toString('latin1') === MAGIC

const MIN_PASSPHRASE = 16

type Settings = Pick<Config, 'backupRecipient' | 'backupPassphraseFile'>

export const isEncrypting = ({ backupRecipient, backupPassphraseFile }: Settings): boolean =>
  backupRecipient !== null || backupPassphraseFile !== null

/** What the settings ask for; null: archives are not encrypted. Throws an OperatorError when the settings cannot be used. */
export async function encryptionOf({ backupRecipient, backupPassphraseFile }: Settings): Promise<Encryption | null> {
  if (backupRecipient && backupPassphraseFile)
    throw new OperatorError(
      'BACKUP_RECIPIENT and BACKUP_PASSPHRASE_FILE are both set. Unset one of them: a backup is encrypted in one way.',
    )
  if (backupPassphraseFile) return { passphrase: await readPassphrase(backupPassphraseFile) }
  if (!backupRecipient) return null
  const encrypter = new (await age()).Encrypter()
  for (const recipient of backupRecipient)
    try {
      encrypter.addRecipient(recipient)
    } catch (error) {
      throw new OperatorError(
        `${recipient} is no public key of age (${(error as Error).message}). Use the line "public key" of age-keygen.`,
      )
    }
  return { recipients: backupRecipient }
}

export async function readPassphrase(file: string): Promise<string> {
  const passphrase = (await read(file, 'passphrase')).replace(/\r?\n$/, '')
  if (passphrase.length < MIN_PASSPHRASE || passphrase.includes('\n'))
    throw new OperatorError(`${file} must hold one line, a passphrase of at least ${MIN_PASSPHRASE} characters.`)
  return passphrase
}

/** The private keys in a file of age-keygen. */
export async function readIdentities(file: string): Promise<string[]> {
  const identities = (await read(file, 'private key'))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
  const decrypter = new (await age()).Decrypter()
  try {
    for (const identity of identities) decrypter.addIdentity(identity)
  } catch {
    identities.length = 0
  }
  if (identities.length === 0)
    throw new OperatorError(`${file} must hold private keys of age (AGE-SECRET-KEY-1…), as age-keygen writes them.`)
  return identities
}

const read = (file: string, what: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: Error) => {
    throw new OperatorError(`The file with the ${what} cannot be read: ${error.message}`)
  })

/** Encrypts while it is read. `keys` decrypt what comes of it: whoever encrypts for others has no private key to check it with. */
export async function encrypt(plain: Bytes, encryption: Encryption): Promise<{ encrypted: Bytes; keys: Keys }> {
  const encrypter = new (await age()).Encrypter()
  const keys: Keys = {}
  if ('passphrase' in encryption) {
    encrypter.setPassphrase(encryption.passphrase)
    keys.passphrase = encryption.passphrase
  } else {
    for (const recipient of encryption.recipients) encrypter.addRecipient(recipient)
    // It adds nothing to the file.
    const keepKey = (key: Uint8Array): Stanza[] => {
      keys.identities = [{ unwrapFileKey: () => key }]
      return []
    }
    encrypter.addRecipient({ wrapFileKey: keepKey })
  }
  return { encrypted: await encrypter.encrypt(streamOf(plain)), keys }
}

/**
 * Decrypts while it is read. Throws an OperatorError when the keys are not those of the file, and another error when it is
 * damaged.
 */
export const decrypt = async (encrypted: Bytes, keys: Keys): Promise<Bytes> =>
  (await decrypterFor(keys)).decrypt(streamOf(encrypted))

async function decrypterFor(keys: Keys): Promise<Decrypter> {
  const decrypter = new (await age()).Decrypter()
  const { identities = [], passphrase } = keys
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase)
  for (const identity of identities) decrypter.addIdentity(identity)
  // Asked last.
  const refuse = (stanzas: Stanza[]): never => {
    throw new OperatorError(whyNot(stanzas, keys))
  }
  decrypter.addIdentity({ unwrapFileKey: refuse })
  return decrypter
}

const NONCE_BYTES = 16
const TAG_BYTES = 16
const PIECE_BYTES = 64 * 1024
/** Room for hundreds of recipients. */
const MAX_HEADER_BYTES = 64 * 1024

/** A file's beginning up to the end of the line with its MAC; null where that is not to be found. */
function headerOf(beginning: string): string | null {
  const lastLine = beginning.indexOf('\n--- ')
  const end = beginning.indexOf('\n', lastLine + 1)
  return beginning.startsWith(MAGIC) && lastLine !== -1 && end !== -1 ? beginning.slice(0, end + 1) : null
}

/**
 * Decrypts what of a damaged file is whole, with zeros for each 64 KiB that are not. Without its header nothing can be decrypted:
 * then it throws as `decrypt` does.
 */
export async function* decryptWhole(encrypted: Bytes, keys: Keys): AsyncGenerator<Buffer> {
  const chunks = encrypted[Symbol.asyncIterator]()
  let beginning: Buffer = Buffer.alloc(0)
  while (beginning.length < MAX_HEADER_BYTES) {
    const { value, done } = await chunks.next()
    if (done) break
    beginning = Buffer.concat([beginning, value])
  }
  const header = headerOf(beginning.toString('latin1', 0, MAX_HEADER_BYTES))
  if (!header)
    throw new OperatorError(
      'The header of its encryption is damaged. Nothing of it can be restored; use another backup.',
    )
  const fileKey = await (await decrypterFor(keys)).decryptHeader(Buffer.from(header, 'latin1'))
  const nonce = beginning.subarray(header.length, header.length + NONCE_BYTES)
  const key = Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32))
  async function* payload() {
    yield beginning.subarray(header!.length + NONCE_BYTES)
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  let number = 0
  let waiting: Buffer | undefined
  // A file that ends too early has a last piece which says that another follows.
  const opened = (piece: Buffer, isLast: boolean) =>
    decryptPiece(key, number, isLast, piece) ??
    (isLast ? decryptPiece(key, number, false, piece) : null) ??
    Buffer.alloc(Math.max(0, piece.length - TAG_BYTES))
  for await (const piece of inPieces(payload(), PIECE_BYTES + TAG_BYTES)) {
    if (waiting) {
      yield opened(waiting, false)
      number++
    }
    waiting = piece
  }
  if (waiting) yield opened(waiting, true)
}

function decryptPiece(key: Buffer, number: number, isLast: boolean, piece: Buffer): Buffer | null {
  if (piece.length < TAG_BYTES) return null
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 3)
  nonce[11] = isLast ? 1 : 0
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(piece.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}

/** The same bytes in pieces of this size, and a last one that may be smaller. */
async function* inPieces(chunks: Bytes, size: number): AsyncGenerator<Buffer> {
  let bytes: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    bytes = Buffer.concat([bytes, chunk])
    for (; bytes.length >= size; bytes = bytes.subarray(size)) yield bytes.subarray(0, size)
  }
  if (bytes.length > 0) yield bytes
}

const streamOf = (bytes: Bytes) => NodeStream.from(bytes) as unknown as ReadableStream<Uint8Array>

function whyNot(stanzas: Stanza[], { identities = [], passphrase }: Keys): string {
  if (stanzas.some(({ args }) => args[0] === 'scrypt'))
    return passphrase === undefined
      ? 'The archive is encrypted with a passphrase. Give the file that holds it: --passphrase-file FILE.'
      : 'The archive cannot be decrypted with this passphrase. Give the one that was set when the backup was made.'
  return identities.length === 0
    ? 'The archive is encrypted for a key of age. Give the file with the private key: --identity FILE.'
    : 'The archive cannot be decrypted with this private key. Give the one of a recipient that was set when the backup was made.'
}
