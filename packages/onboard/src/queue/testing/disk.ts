import { mkdirSync, writeFileSync } from 'node:fs'
import fs, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** What can be lost in a power cut: what was written to a file, and what became of its name. */
type Write = { bytes: Buffer; position: number } | { size: number }
type Naming = { path: string; file: number | null }

interface File {
  synced: Buffer
  unsynced: Write[]
}

const real = { open: fs.open, rename: fs.rename, rm: fs.rm, unlink: fs.unlink }

/**
 * Looks on while real files are written, until a power cut: from then on every operation fails. What a disk may hold
 * afterwards is all that was synced, and of the rest of each file and of each folder any beginning.
 */
export class Disk {
  readonly #files: File[] = []
  readonly #names = new Map<string, number>()
  /** Namings that are not synced yet, in their order. */
  #namings: Naming[] = []
  readonly #syncedNames = new Map<string, number>()
  /** Operations until the power cut, and until one that fails. */
  #left = Number.POSITIVE_INFINITY
  #good = Number.POSITIVE_INFINITY

  get isCut(): boolean {
    return this.#left < 0
  }

  cutAfter(operations: number): void {
    this.#left = operations
  }

  /** One operation fails then, and those after it do not. */
  failAfter(operations: number): void {
    this.#good = operations
  }

  /** Files of one folder with subfolders, as they stand there after the power cut. `pick(n)` chooses from 0 to n. */
  restore(to: string, pick: (n: number) => number): void {
    const names = new Map(this.#syncedNames)
    for (const { path, file } of this.#namings.slice(0, pick(this.#namings.length)))
      file === null ? names.delete(path) : names.set(path, file)
    for (const [path, number] of names) {
      const { synced, unsynced } = this.#files[number]!
      const whole = pick(unsynced.length)
      const torn = unsynced[whole]
      const writes = unsynced.slice(0, whole)
      if (torn && 'bytes' in torn) writes.push({ ...torn, bytes: torn.bytes.subarray(0, pick(torn.bytes.length)) })
      const target = join(to, path)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, writes.reduce(written, synced))
    }
  }

  /** Looks on in this folder, and nowhere else, until the returned function is called. The lock is no part of it. */
  watch(folder: string, existing: Record<string, Buffer>): () => void {
    for (const [path, synced] of Object.entries(existing)) {
      this.#names.set(path, this.#files.push({ synced, unsynced: [] }) - 1)
      this.#syncedNames.set(path, this.#names.get(path)!)
    }
    const within = (path: unknown) => String(path).startsWith(folder) && !basename(String(path)).startsWith('lock')
    const short = (path: unknown) => String(path).slice(folder.length + 1)
    const either = <A extends unknown[], R>(watched: (...args: A) => R, plain: (...args: A) => R) =>
      ((...args: A) => (within(args[0]) ? watched(...args) : plain(...args))) as never
    fs.open = either(async (...args: Parameters<typeof fs.open>) => {
      const [path, flags] = args
      if (typeof flags === 'number' && !this.#names.has(short(path))) this.#name(short(path), this.#newFile())
      return this.#watchHandle(short(path), await real.open(...args))
    }, real.open)
    fs.rename = either(async (from: string, to: string) => {
      this.#step()
      this.#name(short(to), this.#names.get(short(from))!)
      this.#name(short(from), null)
      return real.rename(from, to)
    }, real.rename as never)
    const remove = (plain: (path: string, options?: object) => Promise<void>) =>
      either(async (path: string, options?: object) => {
        this.#step()
        this.#name(short(path), null)
        return plain(path, options)
      }, plain)
    fs.rm = remove(real.rm)
    fs.unlink = remove(real.unlink as never)
    syncBuiltinESMExports()
    return () => {
      Object.assign(fs, real)
      syncBuiltinESMExports()
    }
  }

  #step(): void {
    if (--this.#left < 0) throw new Error('power cut')
    if (this.#good-- === 0) throw new Error('no space')
  }

  #newFile(): number {
    return this.#files.push({ synced: Buffer.alloc(0), unsynced: [] }) - 1
  }

  #name(path: string, file: number | null): void {
    if (file === null) this.#names.delete(path)
    else this.#names.set(path, file)
    this.#namings.push({ path, file })
  }

  #sync(number: number): void {
    const file = this.#files[number]!
    file.synced = file.unsynced.reduce(written, file.synced)
    file.unsynced = []
  }

  #syncNames(folder: string): void {
    const isHere = ({ path }: Naming) => dirname(path) === (folder || '.')
    for (const { path, file } of this.#namings.filter(isHere))
      file === null ? this.#syncedNames.delete(path) : this.#syncedNames.set(path, file)
    this.#namings = this.#namings.filter((naming) => !isHere(naming))
  }

  #watchHandle(path: string, handle: FileHandle): FileHandle {
    const number = this.#names.get(path)
    if (number === undefined)
      return Object.assign(handle, {
        sync: async () => {
          this.#step()
          this.#syncNames(path)
        },
      })
    const { write, truncate } = handle
    return Object.assign(handle, {
      write: async (bytes: Buffer, offset: number, length: number, position: number) => {
        this.#files[number]!.unsynced.push({ bytes: Buffer.from(bytes.subarray(offset, offset + length)), position })
        const done = await Reflect.apply(write, handle, [bytes, offset, length, position])
        this.#step()
        return done
      },
      truncate: async (size: number) => {
        this.#files[number]!.unsynced.push({ size })
        this.#step()
        return truncate.call(handle, size)
      },
      datasync: async () => {
        this.#step()
        this.#sync(number)
      },
    })
  }
}

function written(content: Buffer, write: Write): Buffer {
  if ('size' in write) {
    const cut = Buffer.alloc(write.size)
    content.copy(cut, 0, 0, write.size)
    return cut
  }
  const { bytes, position } = write
  const grown = Buffer.alloc(Math.max(content.length, position + bytes.length))
  content.copy(grown)
  bytes.copy(grown, position)
  return grown
}
