import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { isWellFormedKey, makeKey } from '../accounts/key.ts'
import { makePassword } from '../accounts/make-password.ts'

/** What opens the demo. The database has only hashes, and the demo is to print the same at each start. */
export interface DemoKeys {
  email: string
  password: string
  accessKey: string
  /** Connection keys, by vessel and provider: see connectionName. */
  connections: Record<string, string>
}

export const connectionName = (vessel: string, provider: string): string => `${vessel}/${provider}`

const EMAIL = 'demo@binnacle.example'

/** Reads DATA_DIR/demo.json, or makes it, for its owner only. A file that is gone or damaged is made anew. */
export async function demoKeys(dataDir: string, connections: readonly string[]): Promise<DemoKeys> {
  const path = join(dataDir, 'demo.json')
  const kept = await readFile(path, 'utf8').then(parse, () => null)
  if (kept && connections.every((name) => isWellFormedKey(kept.connections[name] ?? '', 'ct_'))) return kept
  const made: DemoKeys = {
    email: EMAIL,
    password: makePassword(),
    accessKey: makeKey('bnk_').key,
    connections: Object.fromEntries(connections.map((name) => [name, makeKey('ct_').key])),
  }
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.chmod(0o600)
    await file.writeFile(`${JSON.stringify(made, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
  return made
}

function parse(text: string): DemoKeys | null {
  try {
    const { email, password, accessKey, connections } = JSON.parse(text) as Partial<DemoKeys>
    const whole = email === EMAIL && password && isWellFormedKey(accessKey ?? '', 'bnk_') && connections
    return whole ? { email, password, accessKey: accessKey!, connections } : null
  } catch {
    return null
  }
}
