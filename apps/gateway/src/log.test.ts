import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineLog } from './log.ts'

test('one line a message, from its level up, marked for the journal', () => {
  const lines: string[] = []
  const say = (journal: boolean) => {
    const log = lineLog('info', journal, (line) => lines.push(line))
    log.debug('hidden')
    log.info('two\n  lines')
    log.warn('warn')
    log.error('error')
  }
  say(true)
  say(false)
  assert.deepEqual(lines, [
    '<6>two | lines\n',
    '<4>warn\n',
    '<3>error\n',
    'info: two | lines\n',
    'warn: warn\n',
    'error: error\n',
  ])
})
