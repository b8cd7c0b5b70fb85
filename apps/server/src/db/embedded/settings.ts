import { PGlite } from '@electric-sql/pglite'

/** WAL files of 4 MB: a new one is filled with zeros and synced within a commit, which at 16 MB stalls an SD card. */
export const INITDB_SETTINGS = ['--wal-segsize=4']

/**
 * Measured on 2 cores, ext4, syncs on: 0.2 ms a one-row commit and 0.35 ms a 20 KB text with any of 16 to 128 MB of shared
 * buffers; 32 MB keep the process 115 MB smaller than PostgreSQL's 128, since the kernel caches the files anyway.
 */
const SETTINGS = {
  wal_sync_method: 'fsync', // the only one that reaches the disk, see files.ts
  synchronous_commit: 'on',
  shared_buffers: '32MB',
  // How much WAL stays to be used again; the checkpoints themselves are made in upkeep.ts.
  min_wal_size: '16MB',
  max_wal_size: '32MB',
  // WebAssembly recurses on V8's stack (1 MB, in a thread 4 MB), which PostgreSQL cannot see: with its own default of 2 MB
  // a recursive function overflows it.
  max_stack_depth: '100kB',
}

/** PostgreSQL's start parameters: PGlite's own, less `-F`, which turns fsync off. */
export const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]
