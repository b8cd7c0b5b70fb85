import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeWhole } from '../../write-whole.ts'
import { certify, isDue, isFor, makeAuthority, type Pem } from './certificates.ts'
import { hostOf } from './local-names.ts'

interface Settings {
  dataDir: string
  baseUrl: string
}

const FOLDER = 'tls'

export const authorityPath = (dataDir: string): string => join(dataDir, FOLDER, 'authority.pem')

/** The authority of this installation, made when there is none. Devices trust it, so it stays until it ends. */
export const keptAuthority = ({ dataDir }: Settings, now: Date): Promise<Pem> =>
  kept(
    authorityPath(dataDir),
    (text) => !isDue(text, now),
    () => makeAuthority(now),
  )

/** The certificate of the service, made when there is none, when it ends soon, and when BASE_URL has another host. */
export async function keptCertificate(settings: Settings, now: Date): Promise<Pem> {
  const authority = await keptAuthority(settings, now)
  const host = hostOf(settings.baseUrl)
  return kept(
    join(settings.dataDir, FOLDER, 'service.pem'),
    (text) => !isDue(text, now) && isFor(text, host, authority),
    () => certify(authority, host, now),
  )
}

async function kept(path: string, isGood: (text: Pem) => boolean, make: () => Promise<Pem>): Promise<Pem> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (text !== undefined && isGood(text)) return text
  const made = await make()
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeWhole(path, made)
  return made
}
