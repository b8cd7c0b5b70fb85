import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { makeBoat } from '../testing/accounts/boat.ts'
import { startService } from '../testing/service.ts'

/** The programs and the dashboard of examples/, against the service as it is. */
const EXAMPLES = join(import.meta.dirname, '../../../../examples')

const service = await startService({ TELEMETRY_GAP_MS: '0' })
const { client, database } = service
const owner = await service.owner()
const boat = await makeBoat(client, owner)
const env = { PATH: process.env.PATH, BINNACLE_URL: service.baseUrl, BINNACLE_KEY: owner.key.key }

const START = Math.floor(Date.now() / 1000) * 1000 - 700_000
const timeOf = (n: number) => new Date(START + n * 1000).toISOString()

// More than a page of readings.
for (let from = 0; from < 600; from += 200) {
  const readings = Array.from({ length: 200 }, (_, n) => ({
    ...{ metric: 'depth', value: from + n + 0.5, instance: '=a "b"', recorded_at: timeOf(from + n) },
  }))
  await client.ok(contract.postTelemetry, boat.device, { body: { readings } })
}

const run = (program: string, args: string[]) =>
  promisify(execFile)(process.execPath, [join(EXAMPLES, program), ...args], { env, maxBuffer: 1e8 })

test('season-to-csv prints every reading of the range once, oldest first', async () => {
  const { stdout } = await run('season-to-csv.mjs', ['--from', timeOf(10), '--to', timeOf(590), '--metric', 'depth'])
  const [head, ...lines] = stdout.trimEnd().split('\n')
  assert.equal(head, 'recorded_at,metric,instance,value,unit,text_value')
  assert.deepEqual(
    lines,
    Array.from({ length: 580 }, (_, n) => `${timeOf(n + 10)},depth,"'=a ""b""",${n + 10.5},,`),
  )
})

test('season-to-csv says what is wrong', async () => {
  const { code, stderr } = await run('season-to-csv.mjs', ['--vessel', 'Nobody']).catch((error) => error)
  assert.deepEqual([code, stderr], [1, `There is no boat Nobody. There are: Aurora\n`])
  const yesterday = await run('season-to-csv.mjs', ['--from', 'gestern']).catch((error) => error)
  const message = '--from is gestern. Give a date or a time: 2026-05-01, or 2026-05-01T06:00:00Z.\n'
  assert.deepEqual([yesterday.code, yesterday.stderr, yesterday.stdout], [1, message, ''])
})

test('prometheus-exporter gives the newest value of each series, with its labels', async () => {
  const child = spawn(process.execPath, [join(EXAMPLES, 'prometheus-exporter.mjs')], {
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  after(() => child.kill('SIGKILL'))
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  const text = await (await fetch(url)).text()
  const labels = `vessel="Aurora",vessel_id="${boat.id}",metric="depth",instance="=a \\"b\\""`
  assert.ok(text.includes(`\nbinnacle_reading{${labels},unit=""} 599.5\n`), text)
  assert.ok(text.includes(`\nbinnacle_reading_time_seconds{${labels}} ${(START + 599_000) / 1000}\n`), text)
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
})

interface Target {
  url?: string
  root_selector?: string
  columns?: { selector: string }[]
  pagination_param_cursor_extraction_path?: string
  rawSql?: string
}

const VARIABLES: Record<string, string> = {
  ...{ vessel: boat.id, metric: 'depth', '__from:date:iso': timeOf(0), '__to:date:iso': timeOf(600) },
  ...{ '__timeFrom()': `'${timeOf(0)}'`, '__timeTo()': `'${timeOf(600)}'` },
}

/** As Grafana fills in its variables and macros. */
const filledIn = (text: string) =>
  text.replaceAll(/\$\{([\w:]+)\}|\$(__\w+\(\))/g, (_, variable, macro) => VARIABLES[variable ?? macro]!)

async function assertAnswers({ url, root_selector, columns, rawSql, ...paging }: Target): Promise<void> {
  if (rawSql) {
    const { rows } = await sql.raw<{ time: Date; metric: string; mean: number }>(filledIn(rawSql)).execute(database.db)
    assert.ok(rows.length >= 1 && rows.every(({ time, mean }) => time instanceof Date && mean > 0), rawSql)
    return
  }
  const answer = await fetch(service.baseUrl + filledIn(url!), {
    headers: { authorization: `Bearer ${owner.key.key}` },
  })
  const body = (await answer.json()) as Record<string, unknown>
  assert.equal(answer.status, 200, `${url}: ${JSON.stringify(body)}`)
  const next = paging.pagination_param_cursor_extraction_path
  if (next) assert.equal(typeof body[next], 'string', `${next} of ${url}`)
  const rows = body[root_selector!] as object[]
  assert.ok(rows.length > 0, `${url} has rows`)
  for (const { selector } of columns!) assert.ok(selector in rows[0]!, `${selector} of ${url}`)
}

test('every query of the Grafana dashboard answers, with the columns that it names', async () => {
  const dashboard = JSON.parse(await readFile(join(EXAMPLES, 'grafana/boat.json'), 'utf8'))
  const ofVariables = dashboard.templating.list.flatMap(({ query }: { query: { infinityQuery?: Target } }) =>
    query.infinityQuery ? [query.infinityQuery] : [],
  )
  const ofPanels: Target[] = dashboard.panels.flatMap(({ targets }: { targets: Target[] }) => targets)
  assert.deepEqual([ofVariables.length, ofPanels.length], [2, 4])
  for (const target of [...ofVariables, ...ofPanels]) await assertAnswers(target)
})
