import { subscribe } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'

/**
 * Loaded into a process of tests before its file: writes the start and the end of each test to file descriptor 3 as they happen,
 * so that the runner knows which test was under way in a process that hangs, even in one that computes without end.
 */
const report = (event: '+' | '-') => (message: unknown) =>
  writeSync(3, `${event}${(message as { name: string }).name.replaceAll('\n', ' ')}\n`)

subscribe('tracing:node.test:start', report('+'))
subscribe('tracing:node.test:end', report('-'))
