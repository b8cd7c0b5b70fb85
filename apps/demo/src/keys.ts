import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makePassword } from '../../server/src/accounts/reset-password/make-password.ts'
import { makeKey } from '../../server/src/http/values/key.ts'
import { DEMO_BOATS } from './boats.ts'

/** The provider of the connection that sends a boat's pictures. */
export const CAMERA_PROVIDER = 'onboard_camera'

/** What opens the demo. The database has only hashes, and the demo is to print the same at each start. */
export interface DemoKeys {
  email: string
  password: string
  accessKey: string
  /** Connection keys, by vessel and provider: see connectionName. */
  connections: Record<string, string>
}

export const connectionName = (vessel: string, provider: string): string => `${vessel}/${provider}`

export const makeKeys = (): DemoKeys => ({
  email: 'demo@binnacle.example',
  password: makePassword(),
  accessKey: makeKey('bnk_').key,
  connections: Object.fromEntries(
    DEMO_BOATS.flatMap(({ vessel, provider }) =>
      [provider, CAMERA_PROVIDER].map((slug) => [connectionName(vessel.name, slug), makeKey('ct_').key]),
    ),
  ),
})

const fileOf = (dataDir: string) => join(dataDir, 'demo.json')

/** Null without the file. */
export async function readKeys(dataDir: string): Promise<DemoKeys | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : (JSON.parse(text) as DemoKeys)
}

/** Readable by its owner only. */
export const writeKeys = (dataDir: string, keys: DemoKeys): Promise<void> =>
  writeFile(fileOf(dataDir), `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
