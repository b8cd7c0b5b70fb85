import { join } from 'node:path'

const compiled = process.env.NODE_COMPILE_CACHE

/**
 * For a program of ours that a test starts: it shares the compiled modules of the run (scripts/test.ts), and does not compile PostgreSQL's
 * WebAssembly to fast code, which pays only in one that runs for minutes. `env` does both for what it starts in turn, as npm and a
 * shell do; `flags` are for one whose NODE_OPTIONS the test sets.
 */
export const QUICK_START = {
  flags: ['--liftoff-only'],
  env: {
    NODE_OPTIONS: `--require=${join(import.meta.dirname, 'quick-start-flags.cjs')}`,
    ...(compiled && { NODE_COMPILE_CACHE: compiled }),
  },
}
