import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { fillAccount } from '../testing/accounts/full-account.ts'
import type { Credential } from '../testing/client.ts'
import { credentialHeaders } from '../testing/client.ts'
import { postPicture } from '../testing/picture.ts'
import { startService } from '../testing/service.ts'
import { ACCOUNT_TABLES, OWNER, shownColumns, VESSEL, VESSEL_TABLES } from './tables.ts'
import { unzip } from './testing/unzip.ts'

const service = await startService({ FRAME_GAP_MS: '0', TELEMETRY_GAP_MS: '0' })
const { client } = service
const { db } = service.database
const ada = await fillAccount(service, 'Ada')
const bob = await fillAccount(service, 'Bob')

const download = (who: Credential) => fetch(`${service.baseUrl}/app/export`, { headers: credentialHeaders(who) })

async function filesOf(who: Credential): Promise<Map<string, Buffer>> {
  const answer = await download(who)
  assert.equal(answer.status, 200)
  return unzip(Buffer.from(await answer.arrayBuffer()))
}

const answer = await download(ada.owner.session)
const whole = Buffer.from(await answer.arrayBuffer())
const files = unzip(whole)
const text = (path: string) =>
  files.get(path)?.toString() ?? assert.fail(`${path} is missing: ${[...files.keys()].join('\n')}`)
const json = (path: string) => JSON.parse(text(path))
const lines = (path: string) => text(path).replace('\ufeff', '').trimEnd().split('\r\n')

test('it is a ZIP archive to be saved under a name with its day', () => {
  assert.equal(answer.headers.get('content-type'), 'application/zip')
  assert.match(
    answer.headers.get('content-disposition') ?? '',
    /^attachment; filename="binnacle-\d{4}-\d\d-\d\d\.zip"$/,
  )
})

test('it has a README that names every kind of file in it', () => {
  const readme = text('README.txt')
  for (const path of [...files.keys()].slice(1)) {
    const name = path.split('/').at(-1)!
    const kind = path.includes('/frames/')
      ? 'frames/<camera>/'
      : path.includes('/inspection photos/')
        ? 'inspection photos/'
        : path.includes('/telemetry/')
          ? 'telemetry/<year>.csv'
          : name.replace('.csv', '.json')
    assert.ok(readme.includes(kind), path)
  }
})

test('every table of owners’ data is in it, or stands here with the reason; every column too, but for those that are hidden', async () => {
  const { rows } = await sql<{ table: string }>`
    select table_name as "table" from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db)
  const exported = [OWNER, VESSEL, ...Object.values(ACCOUNT_TABLES), ...Object.values(VESSEL_TABLES)]
  const elsewhere: Record<string, string> = {
    attempt: 'counts that last some minutes',
    credential: 'a secret',
    answered_request: 'answers to requests that may be sent again; what they made is exported',
    vessel_calendar: 'a secret',
    two_factor: 'secrets; account.json says whether it is on',
    verification: 'secrets that last some minutes',
    telemetry_batch: 'telemetry/<year>.csv',
    telemetry_answered: 'what a repeat of a batch is answered',
    telemetry_day: 'made from telemetry_batch',
    telemetry_pending_rollup: 'made from telemetry_batch',
    telemetry_rollup: 'made from telemetry_batch',
    telemetry_archived: 'how far batches have gone into telemetry_rollup',
    deleted_vessel: 'of nobody any more',
    backup_status: 'the installation’s',
    service_process: 'the installation’s',
    installation_rule: 'the installation’s',
    installation_alarm: 'the installation’s',
    telemetry_latest: 'made from telemetry_batch',
    message: 'messages about alarms, to send or sent lately',
    alarm_judged: 'made from telemetry_batch',
    vessel_change: 'what the live events compare, no data',
    provider: 'the installation’s',
    setting: 'the installation’s',
    traffic: 'the installation’s',
    schema_migration: 'the installation’s',
    schema_migration_lock: 'the installation’s',
  }
  const known = [...exported.map(({ table }) => table), ...Object.keys(elsewhere)]
  assert.deepEqual(rows.map(({ table }) => table).sort(), known.sort())
  for (const { table, hidden } of exported)
    for (const column of await shownColumns(db, table, hidden))
      assert.doesNotMatch(column, /_key$|hash|secret|password/, `${table}.${column}: a secret, or made for searching`)
})

test('the account and what is in its boat’s tables, as JSON with the digits that are stored', () => {
  assert.equal(json('account.json').email, ada.owner.email)
  assert.equal(json('boats/Aurora/vessel.json').id, ada.boat.id)
  const [service] = json('boats/Aurora/service-log.json')
  assert.equal(service.title, '=cmd|calc')
  assert.match(text('boats/Aurora/service-log.json'), /"cost":1234\.50,/)
  assert.match(text('boats/Aurora/hour-log.json'), /"litres":40\.125,"fuel_cost":61\.10,/)
  assert.deepEqual(
    ['tasks', 'connections', 'check-ins'].map((name) => json(`boats/Aurora/${name}.json`).length),
    [1, 1, 1],
  )
  assert.equal(json('boats/Aurora/share.json').token, ada.shareToken)
  assert.equal(json('brand-requests.json')[0].note, '=1+1')
  assert.deepEqual(
    [json('access-keys.json').length, json('passkeys.json').length, json('sessions.json').length],
    [1, 1, 1],
  )
})

test('the logs are also tables for a spreadsheet, in the order of their times, with formulas made harmless', () => {
  assert.ok(text('boats/Aurora/service-log.csv').startsWith('\ufeffid,title,done_at,engine_hours,cost,'))
  assert.match(
    text('boats/Aurora/service-log.csv'),
    /,'=cmd\|calc,2026-03-01T10:00:00\+00:00,,1234\.50,EUR,diy,"one,\n""two""",/,
  )
  assert.match(text('boats/Aurora/hour-log.csv'), /,120,40\.125,61\.10,EUR,manual,2026-02-01T10:00:00\+00:00,/)
})

test('readings are in the year in which they were measured, in time order, with every digit as it was sent', () => {
  const [head, old, ...more] = lines('boats/Aurora/telemetry/2025.csv')
  assert.equal(head, 'recorded_at,metric,instance,value,unit,text_value,arrived_at,connection_id')
  assert.ok(old?.startsWith("2025-12-31T22:00:00Z,battery_voltage,'=house,12.340,V,,"))
  assert.equal(old?.split(',').at(-1), ada.boat.connectionId)
  assert.deepEqual(more, [])
  const [, first, second] = lines('boats/Aurora/telemetry/2026.csv')
  assert.ok(
    first?.startsWith('2026-01-02T03:04:05.678+02:00,battery_voltage,,12.3499999999999999999,,,'),
    String(first),
  )
  assert.ok(second?.startsWith(`2026-01-02T03:04:06Z,fault_code,,,,"'-40: ""oil""",`), String(second))
  const newest = [...files.keys()]
    .filter((path) => path.startsWith('boats/Aurora/telemetry/'))
    .sort()
    .at(-1)!
  assert.match(lines(newest).at(-1) ?? '', /^20\d\d-.*Z,depth,,-0\.50,,,/)
})

test('frames are images named for their times, in a folder for each camera; cameras.json says which is which', () => {
  const [camera] = json('boats/Aurora/cameras.json')
  const paths = camera.frames.map(({ file }: { file: string }) => file)
  assert.deepEqual(paths, [
    'boats/Aurora/frames/Cockpit aft/2026-05-14 093000.250Z.jpg',
    'boats/Aurora/frames/Cockpit aft/1904-01-01 000000.000Z.jpg',
  ])
  for (const path of paths) assert.equal(files.get(path)?.readUInt16BE(0), 0xffd8, path)
})

test('inspections come with the words of their points, in the order of the walk, and with their photos', () => {
  const [inspection] = json('boats/Aurora/inspections.json')
  const [first, second] = inspection.items
  assert.deepEqual(
    [first.section, first.title, first.verdict, first.note],
    ['Oil and fuel', 'Engine oil', 'attention', 'weeps'],
  )
  assert.equal(second.title, 'Oil leaks')
  assert.deepEqual(files.get(first.photos[0]), ada.photo)
})

test('no secret and nothing of another account is in it', async () => {
  const { rows } = await sql<{ secret: string }>`
    select encode(key_hash, 'hex') as secret from access_key union all
    select encode(key_hash, 'base64') from access_key union all
    select encode(key_hash, 'hex') from connection union all
    select token from session union all
    select password from credential where password is not null`.execute(db)
  const secrets = [...rows.map(({ secret }) => secret), 'secret-', ada.owner.key.key, ada.boat.device.key]
  const others = [bob.id, bob.boat.id, bob.cameraId, bob.shareToken, bob.owner.email]
  for (const [path, bytes] of files)
    for (const word of [...secrets, ...others]) assert.equal(bytes.includes(String(word)), false, `${word} in ${path}`)
  const own = Buffer.concat([...files.values()])
  for (const word of [ada.id, ada.boat.id, ada.cameraId])
    assert.ok(own.includes(word), 'control: it would have been found')
})

test('only the session may have it; HEAD says what it is and makes nothing', async () => {
  assert.equal((await download(ada.owner.key)).status, 401)
  const head = await fetch(`${service.baseUrl}/app/export`, {
    method: 'HEAD',
    headers: credentialHeaders(ada.owner.session),
  })
  assert.deepEqual([head.status, head.headers.get('content-type')], [200, 'application/zip'])
})

test('two boats of one name and one without have folders of their own; a new account has its archive too', async () => {
  const cyd = await service.owner('Cyd')
  assert.deepEqual(
    [...(await filesOf(cyd.session)).keys()].filter((path) => path.startsWith('boats/')),
    [],
  )
  for (const name of ['Vega', 'vega', '../..'])
    await client.ok(contract.createVessel, cyd.session, { body: { name, vessel_type: 'rib' } })
  const folders = new Set(
    [...(await filesOf(cyd.session)).keys()].filter((p) => p.startsWith('boats/')).map((p) => p.split('/')[1]),
  )
  assert.deepEqual([...folders], ['Vega', 'vega 2', 'unnamed'])
})

test('while a boat writes all the time, every archive is whole and has all that was stored before it', async () => {
  const dan = await fillAccount(service, 'Dan')
  let writing = true
  let stored = 0
  const writer = (async () => {
    for (let n = 0; writing; n++) {
      const readings = Array.from({ length: 200 }, (_, i) => ({
        metric: 'depth',
        value: n * 200 + i,
        instance: 'live',
      }))
      await client.ok(contract.postTelemetry, dan.boat.device, { body: { readings } })
      stored = (n + 1) * 200
      // The camera keeps 24: old ones go while they are read.
      await postPicture(client, dan.boat.device, { camera_id: dan.cameraId })
    }
  })()
  for (let round = 0; round < 5; round++) {
    const before = stored
    const all = await filesOf(dan.owner.session)
    const csv = [...all]
      .filter(([path]) => path.includes('/telemetry/'))
      .map(([, bytes]) => bytes.toString())
      .join('')
    const values = [...csv.matchAll(/,depth,live,(\d+),/g)].map(([, value]) => Number(value))
    assert.deepEqual(values, [...values.keys()], 'each once, in order, none left out')
    assert.ok(values.length >= before, `${values.length} of ${before}`)
    const [camera] = JSON.parse(all.get('boats/Aurora/cameras.json')!.toString())
    for (const { file } of camera.frames) assert.ok(all.has(file))
  }
  writing = false
  await writer
})

/**
 * 600 full batches, 200 at one time, of texts that cannot be squeezed: more than what waits between the database and a reader
 * that does not read.
 */
async function fillTelemetry(vesselId: string): Promise<void> {
  await sql`insert into telemetry_batch (vessel_id, connection_id, batch_key, last_at, first_at, arrived_at, metrics, accepted, hours_applied, body)
    select b.vessel_id, b.connection_id, gen_random_uuid(), b.last_at + (n / 200) * interval '1 microsecond', b.last_at, b.arrived_at, b.metrics, 200, false,
      (select format('{"series":[["depth",null,null]],"of":[%s],"times":[],"at":[%s],"text_value":[%s],"value":[%s]}',
        string_agg('0', ','), string_agg('null', ','), string_agg(format('"%s%s%s"', md5((n + i / 200.0)::text), md5(random()::text), md5(random()::text)), ','), string_agg('1', ','))
       from generate_series(1, 200) i)
    from (select * from telemetry_batch where vessel_id = ${vesselId} and metrics <> 0 order by last_at desc limit 1) b, generate_series(1, 600) n`.execute(
    db,
  )
}

test('who goes away stops the work and may ask anew; a second download meanwhile is 429', async () => {
  const eve = await fillAccount(service, 'Eve')
  await fillTelemetry(eve.boat.id)
  // Not with fetch: once it is aborted it has a connection in reserve, which the service ends after ten seconds with a 408, and on
  // a busy machine the next request may get that as its answer.
  const headers = credentialHeaders(eve.owner.session)
  const begun = http.get(`${service.baseUrl}/app/export`, { headers, agent: false })
  const [answer] = (await once(begun, 'response')) as [http.IncomingMessage]
  answer.on('error', () => {})
  await once(answer, 'data')
  answer.pause()
  const second = await client.call(contract.exportData, eve.owner.session)
  assert.deepEqual([second.status, second.body.error], [429, 'rate_limited'])
  assert.equal(second.headers.get('content-disposition'), null)
  begun.destroy()
  let again = await download(eve.owner.session)
  while (again.status === 429) {
    await again.text()
    again = await download(eve.owner.session)
  }
  const all = unzip(Buffer.from(await again.arrayBuffer()))
  const rows = [...all]
    .filter(([path]) => path.includes('/telemetry/'))
    .flatMap(([, bytes]) => bytes.toString().match(/,depth,/g) ?? [])
  assert.equal(rows.length, 600 * 200 + 1)
})

test('the size of what would come is told before', async () => {
  const { size } = await client.ok(contract.getExportSize, ada.owner.session)
  assert.deepEqual([size.vessels, size.readings, size.frames], [1, 4, 2])
  assert.ok(size.bytes > whole.length / 10 && size.bytes < whole.length * 10, `${size.bytes} for ${whole.length}`)
  const nobody = await service.owner('Fay')
  assert.deepEqual(await client.ok(contract.getExportSize, nobody.session), {
    size: { vessels: 0, readings: 0, frames: 0, bytes: 0 },
  })
})
