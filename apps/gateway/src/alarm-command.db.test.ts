import assert from 'node:assert/strict'
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { until } from '../../../scripts/until.ts'
import { makeBoat } from '../../server/src/testing/accounts/boat.ts'
import { startService } from '../../server/src/testing/service.ts'
import { alarmCommand } from './alarm-command.ts'
import { loadConfig } from './config/load.ts'
import { lineLog } from './log.ts'
import { startGateway } from './run.ts'
import { settings, UNUSED } from './testing/program.ts'

/** The lines that are whole: the shell makes the file before it writes into it. */
const wordsIn = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [])

async function buzzer(t: { after(done: () => Promise<void>): void }) {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-buzzer-'))
  t.after(() => rm(folder, { recursive: true }))
  const [program, heard, broken] = ['buzzer', 'heard', 'broken'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(program, `#!/bin/sh\n[ -e ${broken} ] && { echo no power >&2; exit 3; }\necho "$1" >> ${heard}\n`)
  chmodSync(program, 0o700)
  return { program, broken, said: () => wordsIn(heard) }
}

test('the command is run when the worst alarm changes, not again while it stays, and again when it failed', async (t) => {
  const { program, broken, said } = await buzzer(t)
  const lines: string[] = []
  const show = alarmCommand(
    program,
    lineLog('warn', false, (line) => lines.push(line)),
  )
  const tell = (worst: contract.Severity | null) => show({ worst, alarms: [] })
  tell(null)
  await until(() => said().length === 1)
  for (let i = 0; i < 3; i++) tell(null)
  tell('alarm')
  await until(() => said().length === 2)
  writeFileSync(broken, '')
  tell('warning')
  await until(() => lines.length === 1)
  assert.match(lines[0]!, /buzzer failed: exit status 3 no power/)
  rmSync(broken)
  await until(() => {
    tell('warning')
    return said().length === 3
  })
  assert.deepEqual(said(), ['none', 'alarm', 'warning'])
})

test('an alarm of the service sounds on board: a command of the gateway, its status', async (t) => {
  const { program, said } = await buzzer(t)
  const service = await startService({ TELEMETRY_GAP_MS: '0' })
  const { client } = service
  const boat = await makeBoat(client, await service.owner())
  await client.ok(contract.postTelemetry, boat.device, { body: { readings: [{ metric: 'bilge_water', value: 1 }] } })
  await until(async () => (await client.ok(contract.listOnboardAlarms, boat.device)).worst === 'alarm')
  const path = settings(t, {
    ...{ service: service.baseUrl, key: boat.device.key, inputs: UNUSED },
    more: `alarms: {command: ${program}}\n`,
  })
  const config = await loadConfig(path, {})
  const gateway = await startGateway(
    config,
    lineLog('error', false, () => {}),
  )
  t.after(() => gateway.close())
  await until(() => said().length > 0)
  assert.deepEqual(said(), ['alarm'])
  const status = join(config.device.folder, 'status.json')
  const { alarms } = await until(() => {
    const written = existsSync(status) ? JSON.parse(readFileSync(status, 'utf8')) : {}
    return written.alarms ? written : undefined
  })
  assert.deepEqual([alarms.worst, alarms.alarms[0].message], ['alarm', 'Water in the bilge'])
})
