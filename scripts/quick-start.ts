import { join } from 'node:path'

const compiled = process.env.NODE_COMPILE_CACHE
const bundled = process.env.TEST_PROGRAMS

/**
 * For a program of ours that a test starts: it shares the compiled modules of the run (scripts/test.ts), and does not compile
 * PostgreSQL's WebAssembly to fast code, which pays only in one that runs for minutes. `env` does both for what it starts in
 * turn, as npm and a shell do; `flags` are for one whose NODE_OPTIONS the test sets.
 */
export const QUICK_START = {
  flags: ['--liftoff-only'],
  env: {
    NODE_OPTIONS: `--require=${join(import.meta.dirname, 'quick-start-flags.cjs')}`,
    ...(compiled && { NODE_COMPILE_CACHE: compiled }),
  },
}

/**
 * Programs that tests start, and a module that testing/wait-for-redis.ts changes, each with its name in the bundle of `npm run
 * test:all` (bundled-service.ts).
 */
export const PROGRAM_NAMES = {
  'apps/cli/src/main.ts': 'cli',
  'apps/demo/src/main.ts': 'demo',
  'apps/server/src/accounts/reset-password/reset-password.ts': 'reset-password',
  'apps/server/src/backup/commands/backup-command.ts': 'backup-command',
  'apps/server/src/backup/commands/move-command.ts': 'move-command',
  'apps/server/src/backup/commands/restore-command.ts': 'restore-command',
  'apps/server/src/limits/redis-link.ts': 'redis-link',
  'apps/server/src/main.ts': 'server',
} as const

/** The file to start for it: from that bundle, or without one as it is in this checkout. */
export const programFile = (path: keyof typeof PROGRAM_NAMES): string =>
  bundled ? join(bundled, `${PROGRAM_NAMES[path]}.js`) : join(import.meta.dirname, '..', path)
