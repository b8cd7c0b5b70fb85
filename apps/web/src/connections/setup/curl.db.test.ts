import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import * as contract from '@binnacle/contract'
import sharp from 'sharp'
import { SampleBoats } from '../../../../server/src/testing/accounts/sample-boats.ts'
import { pictureCommand, readingCommand } from './commands.ts'

const boats = await SampleBoats.start({})
const { client, baseUrl } = boats.service
const ada = await boats.service.owner('Ada')
const vessel = await boats.vesselOf(ada)
const device = await boats.deviceOn(ada, vessel, 'generic-http')
const folder = mkdtempSync(join(tmpdir(), 'binnacle-curl-'))
after(() => rmSync(folder, { recursive: true }))

/** Pastes a command into a shell, and gives what it prints. */
async function paste(command: string): Promise<unknown> {
  const shell = spawn('sh', { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] })
  shell.stdin.end(command)
  const [out, err] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')])
  assert.equal(err, '')
  return JSON.parse(out)
}

test('the reading of the curl line arrives, and the connection has it', async () => {
  const told = await paste(readingCommand(baseUrl, device.key))
  assert.deepEqual(told, { accepted: 1, rejected: [], engine_hours_applied: false })
  const input = { params: { id: vessel } }
  const { connections } = await client.ok(contract.overviewConnections, ada.session, input)
  assert.equal(connections[0].readings_last_day, 1)
  assert.deepEqual(await paste(readingCommand(baseUrl, null)), { error: 'invalid_connection_key' })
})

test('the picture of the curl line arrives, also one that is larger than a command line may be', async () => {
  const noise = sharp(randomBytes(640 * 480 * 3), { raw: { width: 640, height: 480, channels: 3 } })
  const image = await noise.jpeg().toBuffer()
  assert.ok(image.length > 128 * 1024, 'Linux takes no argument above 128 KiB')
  writeFileSync(join(folder, 'picture.jpg'), image)
  const told = (await paste(pictureCommand(baseUrl, device.key))) as { camera_id: string }
  const { frames } = await client.ok(contract.pageFrames, ada.session, { params: { id: told.camera_id } })
  assert.deepEqual([frames.length, frames[0].width], [1, 640])
})
