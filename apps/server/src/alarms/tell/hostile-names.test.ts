import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES } from '@binnacle/contract'
import webPush from 'web-push'
import { openMail } from '../../service/mail/mail.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { PushBrowser } from '../testing/push-browser.ts'
import { startReceiver } from '../testing/receiver.ts'
import type { Content, ToldAlarm } from './content.ts'
import type { Receiver, SendContext } from './kinds/sender.ts'
import { send } from './send.ts'
import { messageText } from './words.ts'

const NAMES = [
  'Aurora\r\nBcc: eve@example.org\r\n\r\nYour account is locked: https://example.org',
  'Aurora\u2028Your account is locked\u0000\u001b[2J',
  '\u202egnp.ykoops\u2066<b>*_`[x](https://example.org)',
  ...['\u0001', '漢', '😀', '"', '\\', '\n'].map((each) => `A${each.repeat(60)}`),
]

const ids = { id: '01a21350-f66b-7407-8001-ece548fe9a72', camera_id: '01a21350-f66b-7407-8001-ece548fe9a72' }
const time = '2026-05-14T09:30:00.000Z'

/** All that is told with names, which are as long as they may be. */
function contentsWith(name: string): Content[] {
  const long = name.length < 100 ? name + name.slice(1) : name
  const alarm: ToldAlarm = {
    ...({ id: ids.id, kind: 'fault', metric: 'fault_code', instance: name.slice(0, 40), limit: null } as const),
    ...({ severity: 'alarm', value: null, text: long, began_at: time, ended_at: null } as const),
  }
  const task: ToldAlarm = { ...alarm, kind: 'task_overdue', metric: null }
  const of = { vessel: { id: ids.id, name: long }, alarm: null }
  const picture = { ...ids, mime: 'image/jpeg', label: name, captured_at: time, time_zone: 'UTC' } as const
  return [
    { ...of, event: 'began', alarm, picture },
    { ...of, event: 'began', alarm: task },
    { ...of, event: 'digest', digest: { alarms: Array(30).fill(task), timeZone: 'UTC' } },
    {
      ...of,
      event: 'vessel.summary',
      summary: {
        ...{ firstDay: '2026-05-01', lastDay: '2026-05-31', hours: 1, metres: 1e5, alarms: { alarm: 1, warning: 2 } },
        services: Array(30).fill(long),
        costs: [{ amount: 999_999_999, currency: 'EUR' }],
        due: Array(30).fill({ title: long, overdue: true }),
      },
    },
  ]
}

test('a name makes no line of its own, in either language', () => {
  const lines = (text: string) => text.split('\n').length
  for (const language of LANGUAGES)
    for (const contents of NAMES.map(contentsWith))
      for (const [i, plain] of contentsWith('Aurora').entries()) {
        const { title, text } = messageText(contents[i]!, language)
        assert.doesNotMatch(title + text, /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
        assert.equal(lines(title), 1)
        assert.equal(lines(text), lines(messageText(plain, language).text))
      }
})

const { url: receiver, to: postedTo, bodies } = await startReceiver()
const mailServer = await startMailServer()
const baseUrl = 'https://boat-with-a-long-name.example.org'
const [key, browser] = [webPush.generateVAPIDKeys(), new PushBrowser()]
const context: SendContext = {
  ...{ baseUrl, allowed: ['127.0.0.1'], pushKeys: [key], telegramUrl: receiver },
  mail: openMail({ smtpUrl: mailServer.url, mailFrom: null, baseUrl } as Parameters<typeof openMail>[0]),
  pictures: { read: async () => null, link: () => `${baseUrl}/frames/${'x'.repeat(300)}` },
}
const RECEIVERS: Receiver[] = [
  {
    ...{ kind: 'web_push', address: `${receiver}/push`, language: 'de' },
    secret: JSON.stringify({ ...browser.keys, by: key.publicKey }),
  },
  { kind: 'ntfy', address: `${receiver}/topic`, secret: null, language: 'de' },
  { kind: 'telegram', address: '1', secret: '1:T', language: 'de' },
  { kind: 'email', address: 'ada@example.org', secret: null, language: 'de' },
]

test('every message is as long as its receiver takes it, and a name is plain text there', async () => {
  const contents = NAMES.flatMap(contentsWith)
  for (const content of contents)
    for (const to of RECEIVERS) await send(to, { id: 'm', content, tries: 1 }, context, new Date(time))

  const pushed = postedTo('/push')
  assert.equal(pushed.length, contents.length)
  // Source: RFC 8030, section 7.2.
  for (const { bytes } of pushed) assert.ok(bytes.length <= 4096, `${bytes.length} bytes`)

  // Source: message-size-limit of ntfy's server.yml, and twice that for JSON in its server.go.
  for (const { bytes, body } of postedTo('/')) {
    assert.ok(bytes.length <= 8192)
    assert.ok(Buffer.byteLength(JSON.parse(body).message) <= 4096)
  }

  for (const body of bodies('/bot1:T/sendMessage')) {
    assert.ok(body.text.length <= 4096)
    assert.equal(body.parse_mode, undefined, 'nothing in it is markup')
  }

  const { mails } = mailServer
  assert.equal(mails.length, contents.length)
  for (const mail of mails) {
    assert.deepEqual([mail.bcc, mail.html, mail.headers.get('to')], [undefined, false, mail.to])
    assert.equal(
      [mail.to]
        .flat()
        .map((to) => to?.text)
        .join(),
      'ada@example.org',
    )
  }
})
