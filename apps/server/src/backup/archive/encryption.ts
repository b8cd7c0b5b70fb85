import { readFile } from 'node:fs/promises'
import { ReadableStream as NodeStream } from 'node:stream/web'
import type { Identity, Stanza } from 'age-encryption'
import type { Config } from '../../config.ts'
import { OperatorError } from '../../operator-error.ts'

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

/** Decrypts while it is read. Throws an OperatorError when the keys are not those of the file, and another error when it is damaged. */
export async function decrypt(encrypted: Bytes, keys: Keys): Promise<Bytes> {
  const decrypter = new (await age()).Decrypter()
  const { identities = [], passphrase } = keys
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase)
  for (const identity of identities) decrypter.addIdentity(identity)
  // Asked last.
  const refuse = (stanzas: Stanza[]): never => {
    throw new OperatorError(whyNot(stanzas, keys))
  }
  decrypter.addIdentity({ unwrapFileKey: refuse })
  return decrypter.decrypt(streamOf(encrypted))
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
