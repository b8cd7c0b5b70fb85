import { stat } from 'node:fs/promises'
import { hasKeyForm, shellWord } from '@binnacle/contract'
import { crc32 } from './crc32.ts'

/** A key, or the file that a secret is in, is not as it must be; the message says what to do and never holds the secret. */
export class KeyError extends Error {
  override name = 'KeyError'
}

/** Throws KeyError when others than its owner can read or write a file that holds a secret. Windows has no such modes. */
export async function requirePrivate(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const { mode } = await stat(path)
  if (mode & 0o077)
    throw new KeyError(`${path} contains a secret and other users can read it; run: chmod 600 ${shellWord(path)}`)
}

/** The text, when it is a connection key without a typing error. `where` names its place in messages. Throws KeyError. */
export function checkKey(text: string, where: string): string {
  if (hasKeyForm(text, 'ct_', (body) => crc32(Buffer.from(body)))) return text
  if (text === '') throw new KeyError(`${where}: the key is missing; create one in the app under Connections`)
  if (text.startsWith('bnk_'))
    throw new KeyError(`${where}: this is an access key (bnk_...); enter the key of a connection (ct_...)`)
  throw new KeyError(
    `${where}: this is not a valid connection key (ct_...); copy it again, a character is wrong or missing`,
  )
}
