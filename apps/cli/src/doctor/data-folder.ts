import { statSync } from 'node:fs'
import { access, constants, readFile, stat, statfs } from 'node:fs/promises'
import { shellWord } from '@binnacle/contract'
import type { Config } from '../../../server/src/settings/config.ts'
import { secretPath } from '../../../server/src/settings/secret.ts'
import { type Finding, fine, todo } from './finding.ts'
import { memoryCardAdvice } from './memory-card.ts'

const PART = 'Data folder'
/** A day of a boat with cameras is far less. */
const MIN_FREE_BYTES = 1e9
const MIN_FREE_FILES = 1_000

/**
 * Root goes on as the user of the folder, with all its groups, whose files root's would lock out: the database is opened, and
 * everything is seen as the service sees it.
 */
export function becomeOwner({ dataDir }: Config): void {
  if (process.getuid?.() !== 0) return
  const folder = statSync(dataDir, { throwIfNoEntry: false })
  if (!folder || folder.uid === 0) return
  try {
    // @types/node does not know it.
    ;(process as unknown as { initgroups(user: number, extraGroup: number): void }).initgroups(folder.uid, folder.gid)
  } catch {
    // The user has no name here, and so no other groups.
    process.setgroups!([folder.gid])
  }
  process.setgid!(folder.gid)
  process.setuid!(folder.uid)
}

/** Whether the folder is there, is private, and has room. Makes nothing. */
export async function checkDataFolder(config: Config): Promise<Finding[]> {
  const { dataDir } = config
  try {
    const folder = await stat(dataDir)
    const findings = [
      ...(await mayWrite(dataDir, folder)),
      ...isPrivate(dataDir, folder.mode, 700),
      ...(await secret(config)),
      ...(await room(dataDir)),
      ...(await memoryCard(config, folder.dev)),
    ]
    return findings.length > 0 ? findings : [fine(PART, `${dataDir} is private and has room`)]
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') return [todo(PART, `${message}. Run this as the user of the service, or as root.`)]
    return [todo(PART, `${dataDir} does not exist. The first start makes it; or set DATA_DIR as the service has it.`)]
  }
}

function ownership(path: string, { uid }: { uid: number }): Finding[] {
  const own = process.getuid?.() ?? uid
  return own === 0 || own === uid
    ? []
    : [
        todo(
          PART,
          `${path} belongs to user ${uid}, and this is user ${own}. Run this as that user: sudo -u '#${uid}' ...`,
        ),
      ]
}

async function mayWrite(path: string, folder: { uid: number }): Promise<Finding[]> {
  const others = ownership(path, folder)
  if (others.length > 0) return others
  return access(path, constants.W_OK).then(
    () => [],
    ({ message }) => [
      todo(
        PART,
        `Nothing can be written into it (${message}). Mount its disk for writing, or run: chmod 700 ${shellWord(path)}`,
      ),
    ],
  )
}

const isPrivate = (path: string, mode: number, wanted: number): Finding[] =>
  mode & 0o077
    ? [todo(PART, `Other users of this machine can read ${path}. Run: chmod ${wanted} ${shellWord(path)}`)]
    : []

async function secret(config: Config): Promise<Finding[]> {
  const path = secretPath(config)
  const file = config.secretKey ? null : await stat(path).catch(() => null)
  return file ? isPrivate(path, file.mode, 600) : []
}

/** Of the embedded database: beside another one, what is in the folder is written seldom. */
async function memoryCard({ databaseUrl }: Config, device: number): Promise<Finding[]> {
  if (databaseUrl) return []
  // Only Linux has it.
  const advice = memoryCardAdvice(device, await readFile('/proc/self/mountinfo', 'utf8').catch(() => ''))
  return advice ? [todo(PART, advice)] : []
}

async function room(dataDir: string): Promise<Finding[]> {
  const { bavail, bsize, files, ffree } = await statfs(dataDir)
  const free = bavail * bsize
  const findings: Finding[] = []
  if (free < MIN_FREE_BYTES)
    findings.push(todo(PART, `Only ${Math.round(free / 1e6)} MB are free on the disk of ${dataDir}. Free some space.`))
  // Some file systems have no fixed number of files.
  if (files > 0 && ffree < MIN_FREE_FILES)
    findings.push(todo(PART, `The disk of ${dataDir} has room for ${ffree} more files (df -i). Delete some.`))
  return findings
}
