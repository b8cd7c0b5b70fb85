import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { Database } from '../../../apps/server/src/db/database.ts'
import type { Fault } from './fault.ts'
import { folderFor, hook, Stage } from './stage.ts'

const HOURS = 3_600_000
const GAP_MS = 3_000
const PER_MINUTE = 200
const MINUTE_MS = 60_000
/** Longer than the gap, with room for a machine that is busy. */
const REST_MS = GAP_MS + 1_000

/** The gap as one writes it at first: how long ago was the last? A clock that was set back has then to catch up. */
async function trustTheClock({ db }: Database): Promise<void> {
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef('ingest_telemetry'::regproc) as text`.execute(
    db,
  )
  const text = rows[0]!.text.replace('and c.telemetry_at - r.arrived_at < gap', '')
  if (text === rows[0]!.text) throw new Error('the rule of the gap is written differently now')
  await sql.raw(text).execute(db)
}

/**
 * The service's wall clock is set two hours ahead, back again, two hours back, and ahead again. Each time: a batch and a frame
 * are taken at once or within their gaps, a second one at once is refused for no longer than the gap, the session stands, a
 * check-in is open once and answered. Links to frames live by the clock. A key that had used up its minute when the clock was set
 * has its next one a minute later at most. What is deleted for its age goes by no clock that jumped:
 * telemetry/retention/watch.test.ts.
 */
export const clockJumps: Fault = {
  name: 'clock-jumps',
  about:
    "the service's clock is set two hours forwards and backwards, with onboard devices, cameras and owners at work",
  control: 'a gap that takes every last time for past',
  defaults: { rounds: 1, seconds: 0 },
  async run({ rounds, control }) {
    await using resources = new AsyncDisposableStack()
    const clock = join(folderFor(resources), 'clock')
    await writeFile(clock, '0')
    const env = { CLOCK_FILE: clock, TELEMETRY_GAP_MS: String(GAP_MS), FRAME_GAP_MS: String(GAP_MS), ...hook('clock') }
    const stage = await Stage.set(resources, {
      boats: 2,
      env: { ...env, RATE_LIMIT_PER_MINUTE: String(PER_MINUTE) },
      ...(control && { prepare: trustTheClock }),
    })
    const [{ boat }, { boat: busy }] = stage.boats as [(typeof stage.boats)[0], (typeof stage.boats)[0]]
    const image = await sharp({ create: { width: 32, height: 32, channels: 3, background: 'navy' } })
      .jpeg()
      .toBuffer()
    const broken: string[] = []
    const counts = { jumps: 0, 'batches acknowledged': 0, 'frames acknowledged': 0, 'refused for the gap': 0 }

    const ask = async (
      method: string,
      path: string,
      key: string,
      body?: object,
      // biome-ignore lint/suspicious/noExplicitAny: the service's own tests check the form of its answers
    ): Promise<{ status: number; body: any; retry: number }> => {
      const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) }
      const answer = await fetch(stage.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      return { status: answer.status, body: await answer.json(), retry: Number(answer.headers.get('retry-after') ?? 0) }
    }
    const expect = (what: string, status: number, wanted: number) => {
      if (status !== wanted) broken.push(`${what} was answered ${status}`)
    }
    let sent = 0
    const batch = () => ask('POST', '/v1/telemetry', boat.deviceKey, { readings: [{ metric: 'depth', value: sent++ }] })
    const frame = () =>
      ask('POST', '/v1/cameras/frames', boat.deviceKey, { image_base64: image.toString('base64'), label: 'bow' })

    const account = { name: 'Ada', email: `${randomUUID()}@example.org`, password: randomUUID() }
    const json = { 'content-type': 'application/json' }
    const signedUp = await fetch(`${stage.url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(account),
    })
    const cookie = signedUp.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')

    /** As it must be whatever the clock says. */
    const check = async (when: string) => {
      const first = await batch()
      expect(`a batch ${when}`, first.status, 202)
      if (first.status === 202) counts['batches acknowledged']++
      const shot = await frame()
      expect(`a frame ${when}`, shot.status, 202)
      if (shot.status === 202) counts['frames acknowledged']++
      for (const [what, again] of [
        ['batch', await batch()],
        ['frame', await frame()],
      ] as const) {
        // Where the machine took longer than the gap, there is nothing to refuse.
        if (again.status === 202) counts[`${what === 'batch' ? 'batches' : 'frames'} acknowledged`]++
        else counts['refused for the gap']++
        if (again.retry > GAP_MS / 1000 + 1) broken.push(`a ${what} ${when} has to wait ${again.retry} s`)
      }
      expect(`the session ${when}`, (await fetch(`${stage.url}/app/me`, { headers: { cookie } })).status, 200)
      const camera = shot.body.camera_id
      const one = await ask('POST', `/v1/cameras/${camera}/check-in`, boat.ownerKey)
      const two = await ask('POST', `/v1/cameras/${camera}/check-in`, boat.ownerKey)
      if (JSON.stringify(one.body) !== JSON.stringify(two.body)) broken.push(`two check-ins are open ${when}`)
      const answering = await frame()
      expect(`a frame for a check-in ${when}`, answering.status, 202)
      if (answering.status === 202) counts['frames acknowledged']++
    }

    const link = async (): Promise<string> => {
      const { body } = await ask('GET', `/v1/vessels/${boat.vesselId}/cameras`, boat.ownerKey)
      const frames = await ask('GET', `/v1/cameras/${body.cameras[0].id}/frames`, boat.ownerKey)
      const { pathname, search } = new URL(frames.body.frames[0].url)
      return stage.url + pathname + search
    }
    const fetched = async (address: string) => {
      const answer = await fetch(address)
      await answer.arrayBuffer()
      return answer.status
    }
    const look = () => ask('GET', `/v1/vessels/${busy.vesselId}`, busy.ownerKey)
    /** Asks until its key has used up its minute. */
    const useUp = async () => {
      for (let asked = 0; asked <= 2 * PER_MINUTE; asked++) if ((await look()).status !== 200) return
      broken.push('a key has no limit')
    }

    await check('at first')
    for (let round = 0; round < rounds; round++)
      for (const [from, hours] of [
        [0, 2],
        [2, 0],
        [0, -2],
        [-2, 0],
      ] as const) {
        await wait(REST_MS)
        const before = await link()
        await useUp()
        const usedUpAt = performance.now()
        await writeFile(clock, String(hours * HOURS))
        await wait(100)
        await check(`with the clock at ${hours} h`)
        // Half an hour has passed, or none.
        const outlived = hours > from
        expect(`a link of before, with the clock at ${hours} h,`, await fetched(before), outlived ? 403 : 200)
        expect(`a new link with the clock at ${hours} h`, await fetched(await link()), 200)
        const { retry } = await look()
        if (retry > MINUTE_MS / 1000) broken.push(`a key has to wait ${retry} s with the clock at ${hours} h`)
        // Set back is what could make a window longer. One of them is waited for.
        if (hours === -2 && !control) {
          await wait(Math.max(0, usedUpAt + MINUTE_MS + 1_000 - performance.now()))
          expect(`a key a minute after it was used up, with the clock at ${hours} h,`, (await look()).status, 200)
        }
        counts.jumps++
      }
    // The newest are asked for by arrival: what came while the clock was ahead stays in front, and all of it is there.
    const { body } = await ask('GET', `/v1/vessels/${boat.vesselId}/telemetry?limit=100`, boat.ownerKey)
    const values: number[] = body.readings.map(({ value }: { value: number }) => value)
    const missing = counts['batches acknowledged'] - values.length
    if (missing !== 0 || new Set(values).size !== values.length)
      broken.push(`${missing} readings missing, or some twice`)
    return { counts: { ...counts, missing }, broken }
  },
}
