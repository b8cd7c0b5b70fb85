import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Mail } from '../../../service/mail/mail.ts'
import { startReceiver } from '../../testing/receiver.ts'
import type { Content, ToldAlarm } from '../content.ts'
import { sendEmail } from './email.ts'
import { sendNtfy } from './ntfy.ts'
import type { Receiver, SendContext } from './sender.ts'
import { sendTelegram } from './telegram.ts'

const receiver = await startReceiver()
const mails: Mail[] = []
const context = (baseUrl: string): SendContext => ({
  baseUrl,
  allowed: ['127.0.0.1'],
  mail: async (mail) => void mails.push(mail),
  pushKeys: [],
  telegramUrl: receiver.url,
  pictures: { read: async () => null, link: () => '' },
})
const to = (address: string): Receiver => ({ kind: 'ntfy', address, secret: '1:T', language: 'en' })
const alarm: ToldAlarm = {
  ...({ id: 'a1', kind: 'above', metric: 'bilge_water', instance: null, limit: 0.5, severity: 'alarm' } as const),
  ...{ value: 1, text: null, began_at: '2026-05-14T09:30:00.000Z', ended_at: null },
}
const began: Content = { event: 'began', vessel: { id: 'b1', name: 'Aurora' }, alarm }
const ended: Content = { ...began, event: 'ended', alarm: { ...alarm, ended_at: '2026-05-14T10:30:00.000Z' } }
const outgoing = (content: Content) => ({ id: 'm', content, tries: 1 })
const PUBLIC = 'https://boat.example'
const PAGE = `${PUBLIC}/boats/b1/alarms`

test('ntfy has two buttons while an alarm is open, and keeps the message when one is pressed', async () => {
  for (const content of [began, ended])
    await sendNtfy(to(`${receiver.url}/topic`), outgoing(content), context(PUBLIC), new Date())
  const [open, over] = receiver.bodies('/')
  assert.deepEqual(
    open.actions.map(({ action, label, url, clear }: Record<string, string>) => [action, label, url, clear]),
    [
      ['view', 'Open', PAGE, undefined],
      ['view', 'Silence', `${PAGE}?silence=a1`, undefined],
    ],
  )
  assert.equal('actions' in over, false)
})

test('what stands behind the topic of ntfy, as a token that its server asks for, is sent to it', async () => {
  await sendNtfy(to(`${receiver.url}/boats/topic?auth=QmVhcmVy`), outgoing(began), context(PUBLIC), new Date())
  assert.equal(receiver.bodies('/boats/?auth=QmVhcmVy')[0].topic, 'topic')
})

test('Telegram has them where the service has a public address', async () => {
  for (const [content, baseUrl] of [
    [began, PUBLIC],
    [ended, PUBLIC],
    [began, 'http://192.168.1.5:8080'],
  ] as const)
    await sendTelegram(to('-100'), outgoing(content), context(baseUrl), new Date())
  const [open, ...others] = receiver.bodies('/bot1:T/sendMessage')
  assert.deepEqual(open.reply_markup.inline_keyboard, [
    [
      { text: 'Open', url: PAGE },
      { text: 'Silence', url: `${PAGE}?silence=a1` },
    ],
  ])
  assert.deepEqual(
    others.map((body) => 'reply_markup' in body),
    [false, false],
  )
})

test('an e-mail has both links', async () => {
  for (const content of [began, ended])
    await sendEmail(to('ada@example.org'), outgoing(content), context(PUBLIC), new Date())
  assert.match(mails[0]!.text, new RegExp(`${PAGE}\n\nSilence: ${PAGE}\\?silence=a1\n`))
  assert.doesNotMatch(mails[1]!.text, /silence/)
})
