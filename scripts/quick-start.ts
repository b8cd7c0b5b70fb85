const compiled = process.env.NODE_COMPILE_CACHE

/**
 * For a program of ours that a test starts: it shares the compiled modules of the run (scripts/test.ts), and does not compile PostgreSQL's
 * WebAssembly to fast code, which pays only in one that runs for minutes.
 */
export const QUICK_START = {
  flags: ['--liftoff-only'],
  env: compiled ? { NODE_COMPILE_CACHE: compiled } : {},
}
