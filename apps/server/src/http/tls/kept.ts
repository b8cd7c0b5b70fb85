import { X509Certificate } from 'node:crypto'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unlessThere, writeWhole } from '../../files/write-whole.ts'
import { certify, isDue, isFor, makeAuthority, type Pem } from './certificates.ts'
import { hostOf } from './local-names.ts'

interface Settings {
  dataDir: string
  baseUrl: string
}

const FOLDER = 'tls'

export const authorityPath = (dataDir: string): string => join(dataDir, FOLDER, 'authority.pem')

type Warn = (message: string) => void

/**
 * The authority of this installation, made when there is none. Devices trust it, so it stays until it ends; what ended is kept
 * aside.
 */
export async function keptAuthority({ dataDir }: Settings, now: Date, warn: Warn): Promise<Pem> {
  const path = authorityPath(dataDir)
  const text = await read(path)
  if (text !== undefined && !isDue(text, now)) return text
  if (text !== undefined) await moveAside(path, text, warn)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeWhole(path, await makeAuthority(now), unlessThere(path))
  return (await read(path))!
}

async function moveAside(path: string, text: Pem, warn: Warn): Promise<void> {
  const { serialNumber, validTo } = new X509Certificate(text)
  const aside = join(dirname(path), `authority-${serialNumber}.pem`)
  await rename(path, aside)
  warn(
    `the authority that devices trust ends ${validTo}, and this machine's clock says that this is soon or over: there is a new one, which each device must trust ("binnacle tls"). If the clock is wrong, set it, move ${aside} back to ${path}, and start Binnacle again`,
  )
}

/** The certificate of the service, made when there is none, when it ends soon, and when BASE_URL has another host. */
export async function keptCertificate(settings: Settings, now: Date, warn: Warn): Promise<Pem> {
  const authority = await keptAuthority(settings, now, warn)
  const host = hostOf(settings.baseUrl)
  const path = join(settings.dataDir, FOLDER, 'service.pem')
  const text = await read(path)
  if (text !== undefined && !isDue(text, now) && isFor(text, host, authority)) return text
  const made = await certify(authority, host, now)
  await writeWhole(path, made)
  return made
}

const read = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
