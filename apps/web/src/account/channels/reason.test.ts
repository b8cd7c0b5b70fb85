import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { de } from '../../texts/de.ts'
import { reasonOf } from './reason.ts'

const { reasons } = de.account.channels

test('why a message was not sent is said in German, with what the other side answered', () => {
  assert.equal(reasonOf('answered 503', reasons), 'Antwort 503')
  assert.equal(reasonOf('no connection (ECONNREFUSED)', reasons), 'keine Verbindung (ECONNREFUSED)')
  assert.equal(reasonOf('silenced', reasons), 'still geschaltet')
  assert.equal(reasonOf('something new', reasons), 'something new')
})

test('each of these sentences is one of the service', () => {
  const tell = join(import.meta.dirname, '../../../../server/src')
  const files = [
    'post/post.ts',
    'deliver.ts',
    'messages-sql.ts',
    'pictures/pictures.ts',
    'kinds/email.ts',
    'kinds/web-push.ts',
  ]
  const sources = [...files.map((file) => `alarms/tell/${file}`), 'alarms/alarms-sql.ts', 'service/mail/mail.ts']
  const text = sources.map((file) => readFileSync(join(tell, file), 'utf8')).join('')
  for (const start of Object.keys(reasons)) assert.ok(text.includes(start), start)
})
