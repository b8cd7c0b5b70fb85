import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { needProgram } from '../../programs.ts'
import type { Files } from '../files.ts'

const run = promisify(execFile)

export type Architecture = 'amd64' | 'arm64' | 'armhf'

/** What differs between packages, of the fields of DEBIAN/control. */
export interface Control {
  Package: string
  Version: string
  Architecture: Architecture
  Depends: string
  Description: string
}

export interface Deb {
  control: Control
  /** By path without the first slash. */
  files: Files
  /** Of these paths, those that are not 0644. */
  modes?: Record<string, number>
  conffiles: string[]
  /** postinst, prerm, postrm. */
  scripts: Files
  /** For tests: as large as what is in it, in a hundredth of the time. */
  uncompressed?: boolean
}

/**
 * A Debian package, made in `folder`, which must not exist: dpkg-deb sorts the entries, makes them root's and gives them the time.
 * The lowest level of xz: a higher one takes minutes for five of a hundred bytes.
 */
export async function debOf(
  { control, files, modes = {}, conffiles, scripts, uncompressed = false }: Deb,
  time: Date,
  folder: string,
): Promise<Buffer> {
  const root = join(folder, 'root')
  for (const [path, content] of files) write(join(root, path), content, modes[path] ?? 0o644)
  for (const [name, content] of scripts) write(join(root, 'DEBIAN', name), content, 0o755)
  if (conffiles.length > 0) write(join(root, 'DEBIAN/conffiles'), conffiles.map((path) => `/${path}\n`).join(''), 0o644)
  write(join(root, 'DEBIAN/control'), toControl(control, files), 0o644)
  // Whatever the umask is.
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o755)
  const deb = join(folder, 'made.deb')
  const args = ['--root-owner-group', ...(uncompressed ? ['-Znone'] : ['-Zxz', '-z1']), '--build', root, deb]
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(time.getTime() / 1000) }
  await run(needProgram('dpkg-deb'), args, { env, maxBuffer: 1e8 })
  return readFileSync(deb)
}

function write(path: string, content: Buffer | string, mode: number): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  chmodSync(path, mode)
}

/** Installed-Size is in KiB. */
function toControl({ Description, ...fields }: Control, files: Files): string {
  const size = [...files.values()].reduce((sum, { length }) => sum + Math.ceil(length / 1024), 0)
  const more = {
    Maintainer: 'Binnacle <binnacle@localhost>',
    Section: 'web',
    Priority: 'optional',
    'Installed-Size': size,
  }
  const lines = Object.entries({ ...fields, ...more, Description }).map(([name, value]) => `${name}: ${value}\n`)
  return lines.join('')
}

/** Debian's own form of the changelog; the whole one is beside it. */
export function changelogOf(name: string, version: string, time: Date): Buffer {
  const date = time.toUTCString().replace('GMT', '+0000')
  const text = `${name} (${version}) unstable; urgency=medium\n\n  * See NEWS.gz.\n\n -- Binnacle <binnacle@localhost>  ${date}\n`
  return gzip(text)
}

/** Without a time in it. */
export const gzip = (text: string | Buffer): Buffer => gzipSync(text, { level: 9 })
