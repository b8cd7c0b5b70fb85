import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkChannel } from './check-channel.ts'

test('a channel needs a name and an http or e-mail address; ntfy a topic at its end', () => {
  assert.deepEqual(checkChannel('webhook', 'Pager', ' https://example.org '), {})
  assert.deepEqual(checkChannel('webhook', ' ', 'example.org'), { name: 'name', address: 'address' })
  for (const address of ['ftp://example.org/x', 'https://user:secret@example.org/x', 'https://example.org/#x', ''])
    assert.deepEqual(checkChannel('webhook', 'Pager', address), { address: 'address' }, address)
  assert.deepEqual(checkChannel('email', 'Post', ' ada@example.org '), {})
  for (const address of ['example.org', 'a@example.org, b@example.org', 'Ada <ada@example.org>'])
    assert.deepEqual(checkChannel('email', 'Post', address), { address: 'email' }, address)
  const token = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'
  for (const chat of ['-100123', '42', '@aurora']) assert.deepEqual(checkChannel('telegram', 'Group', chat, token), {})
  assert.deepEqual(checkChannel('telegram', 'Group', 'aurora', 'x'), { address: 'chat', token: 'token' })
  assert.deepEqual(checkChannel('web_push', 'Phone', ''), {})
  assert.deepEqual(checkChannel('ntfy', 'Phone', 'https://ntfy.sh/aurora-7fQ2/'), {})
  assert.deepEqual(checkChannel('ntfy', 'Phone', 'https://ntfy.sh/'), { address: 'topic' })
})
