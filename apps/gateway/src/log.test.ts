import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineLog } from './log.ts'

test('what devices call themselves reaches no terminal as a command', () => {
  const lines: string[] = []
  lineLog('info', false, (line) => lines.push(line)).info('camera \x1b]0;evil\x07\x9b2J')
  assert.deepEqual(lines, ['info: camera ?]0;evil??2J\n'])
})

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
