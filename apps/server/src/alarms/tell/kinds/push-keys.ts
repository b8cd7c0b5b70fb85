import { createECDH } from 'node:crypto'
import { derivedKey, type Secrets } from '../../../settings/secret.ts'

/** A key pair for Web Push (VAPID, RFC 8292), base64url. */
export interface PushKey {
  publicKey: string
  privateKey: string
}

/** Made of the installation's secrets, so that there is no second file to keep, and backups and restores have them. */
export const pushKeys = ({ current, former }: Secrets): PushKey[] => [current, ...former].map(pushKey)

function pushKey(secret: string): PushKey {
  const pair = createECDH('prime256v1')
  const privateKey = derivedKey(secret, 'web-push')
  // Of 2^32 secrets one gives a number that is no key, which would throw.
  pair.setPrivateKey(privateKey)
  // Not getPrivateKey(): it leaves leading zeros out.
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
