import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { startService } from '../../testing/service.ts'

const service = await startService()
const { client } = service
const owner = await service.owner('Ada')
const stranger = await service.owner('Bob')

interface Detail {
  inspection: contract.Inspection
  items: contract.InspectionItem[]
}
const { templates } = await client.ok(contract.listInspectionTemplates, owner.session)
const idsOf = (slug: string): string[] =>
  templates.find((template: { slug: string }) => template.slug === slug).items.map(({ id }: { id: string }) => id)

const addVessel = async (vessel_type = 'sailboat', engine_hours: number | null = null): Promise<{ id: string }> => {
  const body = { name: 'Aurora', vessel_type, engine_hours }
  return { id: (await client.ok(contract.createVessel, owner.session, { body })).vessel.id }
}
const start = (params: { id: string }, body: unknown = {}) =>
  client.call(contract.startInspection, owner.session, { params, body })
const begin = async (params: { id: string }, body: object = { templates: ['safety'] }): Promise<Detail> =>
  client.ok(contract.startInspection, owner.session, { params, body })
const judge = (item: { id: string }, body: unknown) =>
  client.call(contract.changeInspectionItem, owner.session, { params: { id: item.id }, body })
const complete = ({ id }: { id: string }, body: unknown = {}) =>
  client.call(contract.completeInspection, owner.session, { params: { id }, body })
const read = ({ id }: { id: string }): Promise<Detail> =>
  client.ok(contract.getInspection, owner.key, { params: { id } })
const listed = async (params: { id: string }): Promise<contract.Inspection[]> =>
  (await client.ok(contract.listInspections, owner.key, { params })).inspections
const pointsOf = ({ items }: Detail) => items.map(({ template_item_id }) => template_item_id)

test('POST inspection: in progress, with the points of all checklists that suit the kind of boat, none judged', async () => {
  const vessel = await addVessel('rib')
  const detail = await begin(vessel, {})
  const suits = ({ applies_to }: { applies_to: string[] }) => applies_to.includes('rib')
  assert.ok(templates.some(suits) && !templates.every(suits))
  assert.deepEqual(
    pointsOf(detail),
    templates.filter(suits).flatMap(({ slug }: { slug: string }) => idsOf(slug)),
  )
  const { id, started_at, ...inspection } = detail.inspection
  assert.deepEqual(inspection, {
    status: 'in_progress',
    completed_at: null,
    score: null,
    engine_hours: null,
    vir_code: null,
  })
  assert.ok(detail.items.every(({ verdict, note, updated_at }) => !verdict && !note && updated_at === started_at))
  assert.deepEqual(await read({ id }), detail)
})

test('POST inspection with templates: their points, each once, whatever the kind of boat', async () => {
  const vessel = await addVessel('rib')
  assert.deepEqual(pointsOf(await begin(vessel, { templates: ['rigging-sails'] })), idsOf('rigging-sails'))
  assert.deepEqual(
    pointsOf(await begin(vessel, { templates: ['safety', 'electrical', 'safety'] })).toSorted(),
    [...idsOf('safety'), ...idsOf('electrical')].toSorted(),
  )
})

test('POST inspection with an unknown checklist, none or null: 400, nothing begun', async () => {
  const vessel = await addVessel()
  for (const given of [
    ['nope'],
    ['safety', 'nope'],
    ['constructor'],
    [],
    null,
    'safety',
    [7],
    ['a\0'],
    Array(21).fill('safety'),
  ])
    assert.equal((await start(vessel, { templates: given })).status, 400, JSON.stringify(given))
  assert.deepEqual(await listed(vessel), [])
})

test('PATCH item: sets what is given, null takes it back, absent stays; updated_at moves when something changes', async () => {
  const [item] = (await begin(await addVessel())).items
  const judged = (await judge(item!, { verdict: 'attention' })).body.item
  assert.deepEqual([judged.verdict, judged.note], ['attention', null])
  assert.ok(judged.updated_at > item!.updated_at)
  const noted = (await judge(item!, { note: 'Impeller cracked 🛠' })).body.item
  assert.deepEqual([noted.verdict, noted.note], ['attention', 'Impeller cracked 🛠'])
  assert.deepEqual((await judge(item!, {})).body.item, noted)
  assert.deepEqual((await judge(item!, { verdict: 'attention' })).body.item, noted)
  const back = (await judge(item!, { verdict: null, note: null })).body.item
  assert.deepEqual([back.verdict, back.note], [null, null])
})

test('POST complete: completed, with its score, its report code and the hours; items in the order of the checklist', async () => {
  const vessel = await addVessel('sailboat', 400)
  const { inspection, items } = await begin(vessel)
  for (const [i, verdict] of ['operational', 'attention', 'non_operational', 'operational'].entries())
    await judge(items[items.length - 1 - i]!, { verdict })
  const answer = await complete(inspection, { engine_hours: 412 })
  const done = answer.body.inspection
  assert.deepEqual([answer.status, done.status, done.score, done.engine_hours], [200, 'completed', 63, 412])
  assert.match(done.vir_code, /^VIR-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  assert.ok(done.completed_at >= inspection.started_at)
  assert.deepEqual(
    answer.body.items.map(({ id }: { id: string }) => id),
    items.map(({ id }) => id),
  )
  assert.deepEqual(await read(inspection), answer.body)
  assert.deepEqual(await listed(vessel), [done])
})

test('POST complete with engine hours writes the hour log with source inspection, and raises the meter when it is higher', async () => {
  const vessel = await addVessel('sailboat', 400)
  for (const engine_hours of [390, 412]) await complete((await begin(vessel)).inspection, { engine_hours })
  await complete((await begin(vessel)).inspection)
  const { engine_hour_logs } = await client.ok(contract.getLogbook, owner.key, { params: vessel })
  assert.deepEqual(
    engine_hour_logs.map(({ hours, source }: contract.EngineHourLog) => [hours, source]),
    [
      [412, 'inspection'],
      [390, 'inspection'],
      [400, 'manual'],
    ],
  )
  assert.equal((await client.ok(contract.getVessel, owner.key, { params: vessel })).vessel.engine_hours, 412)
})

test('an inspection without a verdict is completed without a score', async () => {
  const { inspection } = (await complete((await begin(await addVessel())).inspection)).body
  assert.deepEqual([inspection.status, inspection.score], ['completed', null])
})

test('a completed inspection takes no change and no second completion: 409 conflict, and it stays as it is', async () => {
  const vessel = await addVessel('sailboat', 5)
  const { inspection, items } = await begin(vessel)
  const done = (await complete(inspection, { engine_hours: 6 })).body
  for (const answer of [
    await judge(items[0]!, { verdict: 'attention' }),
    await complete(inspection, { engine_hours: 9 }),
  ])
    assert.deepEqual([answer.status, answer.text], [409, '{"error":"conflict"}'])
  assert.deepEqual(await read(inspection), done)
  assert.equal((await client.ok(contract.getVessel, owner.key, { params: vessel })).vessel.engine_hours, 6)
})

test('what waited without a network is dated when it was done, hours too; a wrong clock counts as now', async () => {
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const [started_at, completed_at] = [ago(50), ago(48)]
  const vessel = await addVessel()
  const { inspection } = await begin(vessel, { templates: ['safety'], started_at })
  const elsewhere = (await begin(vessel)).inspection
  const done = (await complete(inspection, { engine_hours: 6, completed_at })).body.inspection
  assert.deepEqual([done.started_at, done.completed_at].map(Date.parse), [started_at, completed_at].map(Date.parse))
  const { engine_hour_logs } = await client.ok(contract.getLogbook, owner.key, { params: vessel })
  assert.equal(engine_hour_logs[0].logged_at, done.completed_at)
  assert.deepEqual(
    (await listed(vessel)).map(({ id }) => id),
    [elsewhere.id, inspection.id],
  )
  const since = Date.now()
  for (const wrong of ['2100-01-01T00:00:00Z', '1970-01-01T00:00:00Z']) {
    const { inspection: begun } = await begin(vessel, { templates: ['safety'], started_at: wrong })
    const { completed_at } = (await complete(begun, { completed_at: wrong })).body.inspection
    assert.ok(
      Date.parse(begun.started_at) >= since &&
        completed_at >= begun.started_at &&
        Date.parse(completed_at) <= Date.now(),
    )
  }
  assert.equal((await start(vessel, { started_at: 'yesterday' })).status, 400)
})

test('many completions at once: one wins, the others get 409, the hours are logged once', async () => {
  const vessel = await addVessel()
  const { inspection } = await begin(vessel)
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => complete(inspection, { engine_hours: 10 + i })))
  const won = answers.filter(({ status }) => status === 200)
  assert.deepEqual([won.length, answers.filter(({ status }) => status === 409).length], [1, 7])
  const { engine_hour_logs } = await client.ok(contract.getLogbook, owner.key, { params: vessel })
  assert.deepEqual(
    engine_hour_logs.map(({ hours }: contract.EngineHourLog) => hours),
    [won[0]!.body.inspection.engine_hours],
  )
})

test('verdicts that arrive while it is completed: the score counts exactly those that were accepted', async () => {
  for (let round = 0; round < 4; round++) {
    const { inspection, items } = await begin(await addVessel())
    await judge(items[0]!, { verdict: 'operational' })
    const [done, ...judged] = await Promise.all([
      complete(inspection),
      ...items.slice(1, 9).map((item) => judge(item, { verdict: 'non_operational' })),
    ])
    const accepted = judged.filter(({ status }) => status === 200).length
    assert.equal(done!.body.inspection.score, Math.round(100 / (1 + accepted)))
    assert.deepEqual(await read(inspection), done!.body)
  }
})

test('GET inspections: the last 50, newest first', async () => {
  const vessel = await addVessel()
  const at = (i: number) => new Date(Date.UTC(2020, 0, 1 + ((i * 17) % 53)))
  const numbers = Array.from({ length: 53 }, (_, i) => i)
  await service.database.db
    .insertInto('inspection')
    .values(numbers.map((i) => ({ vessel_id: vessel.id, id: randomUUID(), started_at: at(i) })))
    .execute()
  const newest = numbers.map((i) => new Date(Date.UTC(2020, 0, 53 - i)).toISOString()).slice(0, 50)
  assert.deepEqual(
    (await listed(vessel)).map(({ started_at }) => started_at),
    newest,
  )
})

test("bad-input 5 and 12: another owner's and an unknown one get the same 404; nothing changes", async () => {
  const vessel = await addVessel()
  const detail = await begin(vessel)
  const [item] = detail.items
  const inputs = [
    [contract.listInspections, stranger.key, vessel.id, undefined],
    [contract.startInspection, stranger.session, vessel.id, {}],
    [contract.getInspection, stranger.key, detail.inspection.id, undefined],
    [contract.completeInspection, stranger.session, detail.inspection.id, { engine_hours: 9 }],
    [contract.changeInspectionItem, stranger.session, item!.id, { verdict: 'attention' }],
  ] as const
  for (const [route, who, theirs, body] of inputs)
    for (const id of [theirs, randomUUID(), `urn:uuid:${theirs}`]) {
      const answer = await client.call(route, who, { params: { id }, body })
      assert.deepEqual([answer.status, answer.text], [404, '{"error":"not_found"}'], route.id)
    }
  assert.deepEqual(await read(detail.inspection), detail)
  assert.deepEqual(await listed(vessel), [detail.inspection])
})

test('bad-input 9, 10, 13 and 18: what does not fit: 400, nothing written; an id in a body never binds', async () => {
  const detail = await begin(await addVessel())
  const [item, other] = detail.items
  for (const body of [
    ...['broken', '', true, 1, {}].map((verdict) => ({ verdict })),
    ...['a\0b', '\ud800', 'n'.repeat(2001), 7].map((note) => ({ note })),
    [],
    null,
  ])
    assert.equal((await judge(item!, body)).status, 400, JSON.stringify(body))
  for (const engine_hours of [2_147_483_648, 1.5, '12', -1, null, true])
    assert.equal((await complete(detail.inspection, { engine_hours })).status, 400)
  const forged = { id: other!.id, inspection_id: randomUUID(), position: 99, template_item_id: null, updated_at: 'x' }
  assert.deepEqual((await judge(item!, forged)).body.item, item)
  assert.deepEqual(await read(detail.inspection), detail)
})
