import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createGzip, gunzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'

/** What a package consists of: each path in it, with its content. */
export type Files = Map<string, Buffer>

/** All files of a folder but those of packages that are installed in it. */
export function filesOf(folder: string): Files {
  const files: Files = new Map()
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isFile()) files.set(entry.name, readFileSync(path))
    else if (entry.isDirectory() && entry.name !== 'node_modules') addUnder(files, entry.name, filesOf(path))
  }
  return files
}

/** Throws when a path is taken: two versions of a package would be mixed. */
export function addUnder(files: Files, folder: string, added: Files): void {
  for (const [name, content] of added) {
    const path = `${folder}/${name}`
    if (files.has(path)) throw new Error(`${path} is there twice`)
    files.set(path, content)
  }
}

/**
 * A package as npm reads it. The same files and time give the same bytes. Level 9 takes 2.5 times as long, for three of a
 * thousand bytes.
 */
export function tarball(files: Files, time: Date): Promise<Buffer> {
  const programs = new Set<string>(Object.values(JSON.parse(files.get('package.json')!.toString()).bin ?? {}))
  return archive(files, time, { top: 'package', programs, level: 6 })
}

interface Packed {
  /** The one folder in it. */
  top: string
  /** The paths of what can be run. */
  programs: ReadonlySet<string>
  /** Of gzip. */
  level: number
}

/** A tar, gzipped. The same files and time give the same bytes. */
export async function archive(files: Files, time: Date, { top, programs, level }: Packed): Promise<Buffer> {
  const tar = pack()
  for (const [path, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    tar.entry({ name: `${top}/${path}`, mode: programs.has(path) ? 0o755 : 0o644, mtime: time }, content)
  tar.finalize()
  return Buffer.concat(await Array.fromAsync(tar.pipe(createGzip({ level }))))
}

/** The files of a package as the registry has it. */
export async function untar(tarball: Buffer): Promise<Files> {
  const files: Files = new Map()
  const entries = extract()
  entries.end(gunzipSync(tarball))
  for await (const entry of entries) {
    const content = Buffer.concat(await Array.fromAsync(entry as AsyncIterable<Buffer>))
    if (entry.header.type === 'file') files.set(entry.header.name.replace(/^[^/]+\//, ''), content)
  }
  return files
}
