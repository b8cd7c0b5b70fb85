import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import ICAL from 'ical.js'
import { makeBoat } from '../../testing/accounts/boat.ts'
import type { Owner } from '../../testing/client.ts'
import { startService } from '../../testing/service.ts'

const service = await startService({ TRUST_PROXY: 'true' })
const { client } = service
const DAY_MS = 86_400_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The address with the port of this service; what it answers, and the events that another program reads in it. */
async function read(url: string, lang = 'en') {
  const { pathname } = new URL(url)
  const answer = await fetch(`${service.baseUrl}${pathname}?lang=${lang}`)
  const text = await answer.text()
  if (!answer.ok) return { status: answer.status, text, type: '', events: [] }
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  return { status: answer.status, type: answer.headers.get('content-type'), text, events }
}

const addTask = (owner: Owner, vesselId: string, title: string, intervalDays: number, startedDaysAgo: number) =>
  client.ok(contract.createTask, owner.session, {
    params: { id: vesselId },
    body: {
      title,
      interval_days: intervalDays,
      start_at: new Date(Date.now() - startedDaysAgo * DAY_MS).toISOString(),
    },
  })

test('another program reads what is due: whole days, stable UIDs, growing numbers, a reminder', async () => {
  const owner = await service.owner()
  const boat = await makeBoat(client, owner)
  const { task } = await addTask(owner, boat.id, 'Zinc, anodes; all', 100, 10)
  await addTask(owner, boat.id, 'Life raft', 10, 20)
  const { url } = await client.ok(contract.makeCalendar, owner.session)
  const before = Date.now()
  const first = await read(url)
  const today = [before, Date.now()].map(dayOf)
  assert.equal(first.type, 'text/calendar; charset=utf-8')
  const bySummary = (events: ICAL.Event[], part: string) => events.find(({ summary }) => summary.includes(part))!
  const [zinc, raft] = [bySummary(first.events, 'Zinc'), bySummary(first.events, 'Life raft')]
  assert.equal(zinc.summary, 'Aurora: Zinc, anodes; all')
  assert.equal(zinc.uid, `task-${task.id}@localhost`)
  assert.ok(zinc.startDate.isDate)
  assert.equal(zinc.startDate.toString(), dayOf(Date.parse(task.start_at) + 100 * DAY_MS))
  const [alarm] = zinc.component.getAllSubcomponents('valarm')
  assert.equal(alarm!.getFirstPropertyValue('action'), 'DISPLAY')
  assert.equal((alarm!.getFirstPropertyValue('trigger') as ICAL.Duration).toSeconds(), -15 * 3600)
  assert.equal(raft.summary, 'Aurora: Life raft (overdue)')
  assert.ok(today.includes(raft.startDate.toString()))
  assert.equal(raft.component.getAllSubcomponents('valarm').length, 0)
  assert.equal(bySummary((await read(url, 'de')).events, 'Life raft').summary, 'Aurora: Life raft (überfällig)')

  const done_at = new Date().toISOString()
  await client.ok(contract.logService, owner.key, {
    params: { id: boat.id },
    body: { title: 'Zinc', task_id: task.id, done_at },
  })
  const later = bySummary((await read(url)).events, 'Zinc')
  assert.equal(later.uid, zinc.uid)
  assert.equal(later.startDate.toString(), dayOf(Date.parse(done_at) + 100 * DAY_MS))
  assert.ok(later.sequence >= zinc.sequence)
})

test('a task whose name looks like lines of a calendar is one event with that name, and no control character', async () => {
  const owner = await service.owner()
  const boat = await makeBoat(client, owner)
  const names = [
    ['Oil\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:x', 'Oil END:VEVENT BEGIN:VEVENT SUMMARY:x'],
    ['a\u0001b\u001b[2J\u007f', 'a b [2J'],
    [`${'😀'.repeat(50)},;:"\\`, `${'😀'.repeat(50)},;:"\\`],
  ] as const
  for (const [name] of names) await addTask(owner, boat.id, name, 100, 1)
  const { url } = await client.ok(contract.makeCalendar, owner.session)
  const { text, events } = await read(url)
  assert.deepEqual(
    events.map(({ summary }) => summary).toSorted(),
    names.map(([, shown]) => `Aurora: ${shown}`).toSorted(),
  )
  assert.doesNotMatch(text, /(?!\r\n|(?<=\r)\n)\p{Cc}/u)
})

test('an address is secret, one at a time, and stops at once; only its own boats are in it', async () => {
  const [ada, bob] = [await service.owner(), await service.owner()]
  const boats = [await makeBoat(client, ada), await makeBoat(client, bob)]
  for (const [i, who] of [ada, bob].entries()) await addTask(who, boats[i]!.id, `Oil ${i}`, 100, 1)
  assert.equal((await client.ok(contract.getCalendar, ada.session)).url, null)
  const make = async () => (await client.ok(contract.makeCalendar, ada.session)).url
  const old = await make()
  const url = await make()
  assert.notEqual(old, url)
  assert.equal((await client.ok(contract.getCalendar, ada.session)).url, url)
  assert.match((await read(url)).text, /Oil 0/)
  assert.doesNotMatch((await read(url)).text, /Oil 1/)
  assert.equal((await read(old)).status, 404)
  for (const wrong of ['x.ics', `${'0'.repeat(22)}.ics`, '%00.ics'])
    assert.equal((await read(`http://x/api/calendar/${wrong}`)).status, 404, wrong)
  await client.ok(contract.deleteCalendar, ada.session)
  assert.equal((await read(url)).status, 404)
  const { events } = await client.ok(contract.listActivity, ada.session)
  assert.deepEqual(
    events.slice(0, 3).map(({ kind }: contract.AuditEvent) => kind),
    ['calendar_revoked', 'calendar_created', 'calendar_created'],
  )
})

/** Makes the address of one boat's calendar. */
const makeOf = async (owner: Owner, id: string): Promise<string> =>
  (await client.ok(contract.makeVesselCalendar, owner.session, { params: { id } })).url

test('a boat has an address of its own: its name, only its tasks, as they are in the calendar of the account', async () => {
  const owner = await service.owner()
  const [boat, other] = [await makeBoat(client, owner), await makeBoat(client, owner)]
  await addTask(owner, boat.id, 'Zinc', 100, 10)
  await addTask(owner, boat.id, 'Life raft', 10, 20)
  await addTask(owner, other.id, 'Oil', 100, 1)
  const ofAll = await read((await client.ok(contract.makeCalendar, owner.session)).url)
  const url = await makeOf(owner, boat.id)
  const ofBoat = await read(url)
  const nameOf = ({ text }: { text: string }) =>
    new ICAL.Component(ICAL.parse(text)).getFirstPropertyValue('x-wr-calname')
  assert.deepEqual([ofAll, ofBoat, await read(url, 'de')].map(nameOf), [
    'Boats: what is due',
    'Aurora: what is due',
    'Aurora: was fällig ist',
  ])
  const said = ({ events }: { events: ICAL.Event[] }) =>
    events.map(({ uid, summary, startDate }) => `${uid} ${summary} ${startDate}`).toSorted()
  assert.equal(ofBoat.events.length, 2)
  assert.deepEqual(
    said(ofBoat),
    said(ofAll).filter((line) => !line.includes('Oil')),
  )
})

test('the address of a boat is made and revoked by its owner alone, one at a time, and stops at once', async () => {
  const [ada, bob] = [await service.owner(), await service.owner()]
  const boat = await makeBoat(client, ada)
  await addTask(ada, boat.id, 'Oil', 100, 1)
  const of = { params: { id: boat.id } }
  const shown = async () => (await client.ok(contract.getVesselCalendar, ada.session, of)).url
  assert.equal(await shown(), null)
  const old = await makeOf(ada, boat.id)
  const url = await makeOf(ada, boat.id)
  assert.notEqual(old, url)
  assert.equal(await shown(), url)
  assert.equal((await read(old)).status, 404)
  for (const route of [contract.getVesselCalendar, contract.makeVesselCalendar, contract.deleteVesselCalendar])
    assert.equal((await client.call(route, bob.session, of)).status, 404, route.id)
  assert.equal(await shown(), url)
  assert.match((await read(url)).text, /Oil/)
  const ofAll = (await client.ok(contract.makeCalendar, ada.session)).url
  await client.ok(contract.deleteVesselCalendar, ada.session, of)
  assert.equal((await read(url)).status, 404)
  assert.equal((await read(ofAll)).status, 200)
  const { events } = await client.ok(contract.listActivity, ada.session)
  assert.deepEqual(
    events.slice(0, 4).map(({ kind, detail }: contract.AuditEvent) => [kind, detail.vessel]),
    [
      ['calendar_revoked', 'Aurora'],
      ['calendar_created', undefined],
      ['calendar_created', 'Aurora'],
      ['calendar_created', 'Aurora'],
    ],
  )
})

test('the address of a boat stops with the boat, and while its account is suspended', async () => {
  const owner = await service.owner()
  const boat = await makeBoat(client, owner)
  const url = await makeOf(owner, boat.id)
  const { account } = await client.ok(contract.getMe, owner.session)
  const suspend = (suspended_at: Date | null) =>
    service.database.db.updateTable('owner').set({ suspended_at }).where('id', '=', account.id).execute()
  await suspend(new Date())
  assert.equal((await read(url)).status, 404)
  await suspend(null)
  assert.equal((await read(url)).status, 200)
  await client.ok(contract.deleteVessel, owner.session, { params: { id: boat.id } })
  assert.equal((await read(url)).status, 404)
})

test('an address on the internet may look thirty times a minute; an IPv6 /64 is one', async () => {
  const { session } = await service.owner()
  const { url } = await client.ok(contract.makeCalendar, session)
  const file = (url as string).split('/').at(-1)!
  const look = async (address: string) =>
    (await client.call(contract.readCalendar, null, { params: { file }, headers: { 'x-forwarded-for': address } }))
      .status
  const statuses = await Promise.all(Array.from({ length: 31 }, (_, i) => look(`2001:db8:1:2::${i + 1}`)))
  assert.deepEqual(statuses.sort(), [...Array(30).fill(200), 429])
  assert.equal(await look('2001:db8:1:3::1'), 200)
})
