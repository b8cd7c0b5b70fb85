import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { WireReading } from '../readings/reading.ts'

const REPLAY = fileURLToPath(new URL('./replay.ts', import.meta.url))
const DIRONA = fileURLToPath(new URL('../../../../../shared/data/n2k/dirona-actisense-serial.raw', import.meta.url))

async function run(...args: string[]) {
  const child = spawn(process.execPath, [REPLAY, ...args], { env: { ...process.env, BINNACLE_KEY: undefined } })
  const [out, err, code] = await Promise.all([
    child.stdout.toArray().then((chunks) => chunks.join('')),
    child.stderr.toArray().then((chunks) => chunks.join('')),
    new Promise((resolve) => child.on('close', resolve)),
  ])
  return { out, err, code }
}

/**
 * The service as far as an onboard device sees it. It refuses the requests of these numbers as too frequent, and notes when each
 * came.
 */
async function service(t: TestContext, refuses: number[] = [], key = 'ct_1') {
  const batches: WireReading[][] = []
  const times: number[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    times.push(performance.now())
    if (request.headers.authorization !== `Bearer ${key}`)
      return response.writeHead(401).end(JSON.stringify({ error: 'invalid_connection_key' }))
    if (refuses.includes(times.length))
      return response.writeHead(429, { 'retry-after': '1' }).end(JSON.stringify({ error: 'too_frequent' }))
    const { readings } = JSON.parse(body)
    batches.push(readings)
    response.writeHead(202).end(JSON.stringify({ accepted: readings.length, rejected: [], engine_hours_applied: true }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, batches, times }
}

test('a time that no date has is none, and nothing in a recording reaches the terminal as a command', async (t) => {
  const depth = 'can0 09F50B24#FFA10000001EFBFF'
  const lines = [`(99999999999999999.000000) ${depth}`, `(1669809749.000000) ${depth}`]
  const { out, code } = await run(fileOf(t, lines), '--dry-run', '--original-time')
  assert.deepEqual([code, /2022-11-30T12:02:29/.test(out)], [0, true])
  const { err } = await run('/tmp/\x1b]0;evil\x07', '--dry-run')
  assert.match(err, /^replay: \/tmp\/\?\]0;evil\? does not exist/)
})

/** An hour of depths, ten seconds apart: 360 readings, two requests. */
function depths(t: TestContext): string {
  const start = Date.parse('2016-02-28T19:00:00Z')
  const lines = Array.from(
    { length: 360 },
    (_, i) => `${new Date(start + i * 10_000).toISOString()},3,128267,36,255,8,16,a1,00,00,00,1e,05,ff`,
  )
  return fileOf(t, lines)
}

function fileOf(t: TestContext, lines: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'replay-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'recording.raw')
  writeFileSync(file, lines.join('\n'))
  return file
}

test('dirona arrives at the service', { skip: existsSync(DIRONA) ? false : `no recording at ${DIRONA}` }, async (t) => {
  const { url, batches } = await service(t)
  const before = Date.now()
  const { out, err, code } = await run(DIRONA, '--url', url, '--key', 'ct_1')
  assert.equal(code, 0, err)
  const [batch = [], ...more] = batches
  assert.equal(more.length, 0)
  const hours = (instance: string) => batch.filter((r) => r.metric === 'engine_hours' && r.instance === instance).at(-1)
  assert.deepEqual([hours('11')?.value, hours('11')?.unit], [4274.9, 'h'])
  // The second engine moves no meter.
  assert.deepEqual([hours('12')?.value, hours('12')?.unit], [728.3, 'hours'])
  const newest = Date.parse(batch.at(-1)?.recorded_at ?? '')
  assert.ok(newest >= before && newest <= Date.now(), 'the recording ends now')
  assert.match(out, /^engine_hours +11 +2 +4274\.9 h /m)
  assert.match(err, /request 1 of 1: \d+ of \d+ readings accepted, hour meter moved/)
})

test('two requests keep the gap, each of at most 200, all of them delivered', async (t) => {
  const { url, batches, times } = await service(t)
  const { code } = await run(depths(t), '--url', url, '--key', 'ct_1', '--gap', '320', '--original-time')
  assert.deepEqual([code, batches.map((b) => b.length)], [0, [200, 160]])
  assert.ok(times[1]! - times[0]! >= 319, `${times[1]! - times[0]!} ms`)
  assert.equal(batches[0]?.[0]?.recorded_at, '2016-02-28T19:00:00.000Z')
  assert.deepEqual(batches[0]?.[0], {
    metric: 'depth',
    value: 1.61,
    unit: 'm',
    recorded_at: '2016-02-28T19:00:00.000Z',
  })
})

test('a gap that is too short costs a wait and loses nothing', async (t) => {
  const { url, batches, times } = await service(t, [2])
  const { code, err } = await run(depths(t), '--url', url, '--key', 'ct_1', '--gap', '0')
  assert.deepEqual([code, batches.map((b) => b.length), times.length], [0, [200, 160], 3])
  assert.match(err, /429 too_frequent; again in 1\.[01] s/)
})

test('a wrong key ends it in the words of the server', async (t) => {
  const { url, batches } = await service(t)
  const { code, err } = await run(depths(t), '--url', url, '--key', 'ct_2')
  assert.deepEqual([code, batches.length], [1, 0])
  assert.match(err, /^replay: 401 invalid_connection_key$/m)
})

test('--dry-run needs no server and sends nothing', async (t) => {
  const { code, out } = await run(depths(t), '--dry-run', '--original-time')
  assert.equal(code, 0)
  assert.match(out, /^depth +360 +1\.61 m +2016-02-28T19:59:50\.000Z$/m)
})

test('the times are those of GPS, and what is withheld is said', async (t) => {
  const { code, out, err } = await run(
    fileOf(t, [
      // System time of GPS, 19997 days and 36000 s after 1970: 2024-10-01T10:00:00Z.
      '2024-09-17T10:00:00.000Z,3,126992,7,255,8,01,f0,1d,4e,00,2a,75,15',
      '2024-09-17T10:00:01.000Z,3,128267,36,255,8,16,a1,00,00,00,1e,05,ff',
      // Sea water of 39 C
      '2024-09-17T10:00:02.000Z,5,130312,35,255,8,01,00,00,ef,79,ff,ff,ff',
    ]),
    '--dry-run',
    '--original-time',
  )
  assert.equal(code, 0, err)
  assert.match(
    err,
    /^GPS time: 3 frames stamped 2024-09-17T10:00:00.000Z to .* begin at 2024-10-01T10:00:00.000Z, 14 days later$/m,
  )
  assert.match(out, /^depth +1 +1\.61 m +2024-10-01T10:00:01\.000Z$/m)
  assert.match(out, /^Withheld:\n {2}water_temp: 39 C cannot be true, once \(35\/130312\)$/m)
})

test('NMEA 0183 has the times of its receiver; what comes before the first goes right before it', async (t) => {
  const rmc = (time: string) => `$GPRMC,${time},A,4717.11,N,00833.91,E,5.2,,280216,,`
  const depth = '$SDDPT,3.1,0.5'
  const file = fileOf(t, [depth, rmc('190000'), depth, ...[1, 2, 3].map((n) => rmc(`19000${n}`)), rmc('193300')])
  const { code, out, err } = await run(file, '--dry-run', '--original-time')
  assert.equal(code, 0, err)
  assert.match(err, /: NMEA 0183, 7 records, 0 not understood, 7 messages of interest$/m)
  assert.match(out, /^speed_over_ground .* 5\.2 kn +2016-02-28T19:33:00\.000Z$/m)
  assert.match(out, /^depth .* 3\.1 m +2016-02-28T19:00:0\d\.\d+Z$/m)
  const undated = await run(fileOf(t, [depth, depth]), '--dry-run', '--original-time')
  assert.match(undated.err, /has neither dates nor GPS time; remove --original-time/)
})

test('wrong use is told, with status 2', async (t) => {
  const file = depths(t)
  for (const [args, why] of [
    [[], /give one FILE/],
    [[file, '--key', 'ct_1'], /--url/],
    [[file, '--url', 'http://127.0.0.1:1'], /--key/],
    [[file, '--dry-run', '--gap', 'soon'], /--gap/],
    [[file, '--dry-run', '--bilge-pump', '3'], /BANK\.INDICATOR/],
    [[file, '--fast'], /--fast/],
  ] as const) {
    const { code, err } = await run(...args)
    assert.equal(code, 2)
    assert.match(err, why)
  }
})

test('--help', async () => {
  const { code, out } = await run('--help')
  assert.equal(code, 0)
  assert.match(out, /^Usage: npm run replay/)
})

test('a file that is no recording, and one that is not there', async () => {
  assert.match(
    (await run(REPLAY, '--dry-run')).err,
    /no line in a known format of NMEA 2000, and no sentence of NMEA 0183/,
  )
  const { code, err } = await run('/nowhere.raw', '--dry-run')
  assert.equal(code, 1)
  assert.match(err, /nowhere.raw does not exist/)
})
