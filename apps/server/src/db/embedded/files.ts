import { closeSync, fdatasyncSync, fsyncSync, openSync, readdirSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { WalPages } from './wal-pages.ts'

/** What this file needs of PGlite's Emscripten module. `FS` and `NODEFS` are Emscripten's, the loop is PGlite 0.5's. */
interface EmscriptenModule {
  FS: { isDir(mode: number): boolean; ErrnoError: new (errno: number) => Error }
  NODEFS: {
    /** Of ours: Node's errors as Emscripten's. */
    tryFSOperation<T>(operation: () => T): T
    stream_ops: {
      fsync?: (stream: Stream) => number
      write(stream: Stream, memory: Int8Array, offset: number, length: number, position: number): number
    }
  }
  _PostgresMainLoopOnce: () => void
}

interface Stream {
  nfd: number
  node: { mode: number; name: string }
}

/** A segment of the WAL; one that is being made has another name. */
const WAL_FILE = /^[0-9A-F]{24}$/

// WASI numbers, as Emscripten has them.
const EIO = 29
const EINVAL = 28

/** The exception PGlite itself handles: PostgreSQL's way back to its loop after an ordinary error. */
const POSTGRES_ERROR = 100

/**
 * PGlite's NodeFS with the three things it lacks, all set where PGlite 0.5 calls back between loading and starting PostgreSQL.
 *
 * 1. fsync. Emscripten's NODEFS has none, so PostgreSQL's reaches the disk only through this one (and only `fsync`:
 *    Emscripten's `fdatasync` does nothing, hence `wal_sync_method=fsync` in the settings). Covered: each commit, each new
 *    or recycled WAL segment and the folder it is renamed into, pg_control, at a checkpoint each data file written since
 *    the last, every rename PostgreSQL makes durable. Not covered, as in PostgreSQL: the folder of a new table's file; the
 *    file systems in use (ext4, xfs, btrfs, APFS) make the name durable with the file.
 * 2. A stop. After a PANIC (a failed sync or WAL write) or a WebAssembly trap (stack overflow) PGlite swallows the exception,
 *    may answer as if the statement had worked, and loops endlessly at the next one. PostgreSQL ends in that case and
 *    recovers from the WAL at the next start; so does this.
 * 3. What is written: of the WAL only what differs, see wal-pages.ts.
 */
export class DatabaseFiles extends NodeFS {
  syncs = 0
  /** What PostgreSQL said when it gave up. */
  reason = ''
  readonly folder: string
  readonly #sync: boolean

  constructor(folder: string, sync: boolean) {
    super(folder)
    this.folder = folder
    this.#sync = sync
  }

  /** For PGlite's `onStderr`; false: it is not to be printed. */
  log(line: string): boolean {
    if (/ (PANIC|FATAL): /.test(line)) this.reason = line
    return false
  }

  override async initialSyncFs(): Promise<void> {
    const module = this.pg!.Module as unknown as EmscriptenModule
    if (this.#sync) {
      module.NODEFS.stream_ops.fsync = (stream) => {
        try {
          // fdatasync of a folder need not write its new names (ext4 does not).
          if (module.FS.isDir(stream.node.mode)) fsyncSync(stream.nfd)
          else fdatasyncSync(stream.nfd)
        } catch (error) {
          // Some file systems cannot sync a folder; PostgreSQL knows EINVAL and goes on.
          throw new module.FS.ErrnoError((error as NodeJS.ErrnoException).code === 'EINVAL' ? EINVAL : EIO)
        }
        this.syncs++
        return 0
      }
    }
    this.#writeLess(module)
    const loop = module._PostgresMainLoopOnce
    module._PostgresMainLoopOnce = () => {
      try {
        loop()
      } catch (error) {
        if ((error as { status?: number }).status !== POSTGRES_ERROR) this.#stop(error)
        throw error
      }
    }
  }

  #writeLess({ NODEFS }: EmscriptenModule): void {
    const { write } = NODEFS.stream_ops
    const pages = new WalPages()
    NODEFS.stream_ops.write = (stream, memory, offset, length, position) => {
      if (!WAL_FILE.test(stream.node.name)) return write(stream, memory, offset, length, position)
      const bytes = Buffer.from(memory.buffer, memory.byteOffset + offset, length)
      return NODEFS.tryFSOperation(() => pages.write(stream, bytes, position))
    }
  }

  #stop(error: unknown): never {
    const reason = this.reason || String(error)
    writeSync(
      2,
      `The embedded database stopped: ${reason}\nWhat was acknowledged is on disk; the next start recovers it.\n`,
    )
    process.exit(70)
  }
}

/** Syncs every file and folder below and including `folder`, and its own name in its parent. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    syncPath(join(entry.parentPath, entry.name))
  syncPath(folder)
  syncPath(dirname(folder))
}

export function syncPath(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
