import { setTimeout as sleep } from 'node:timers/promises'
import type { DemoCamera } from './boats.ts'
import { take } from './pictures/take.ts'
import type { BoatNow } from './prepare.ts'
import { send } from './send.ts'

/** Between two frames of a camera on its own schedule, and before the first. */
const FRAME_EVERY_MS = 10 * 60_000
const FIRST_FRAME_MS = 60_000

interface Pending {
  requests: { camera_id: string }[]
  poll_after_ms: number
}

/** Asks for check-ins as often as the service says and answers each with a fresh picture; sends one every ten minutes anyway. */
export async function startCameras(url: string, boat: BoatNow, stop: AbortSignal): Promise<void> {
  const byId = new Map(boat.cameras.flatMap(({ camera, id }) => (id === null ? [] : [[id, camera]])))
  let nextFrame = Date.now() + FIRST_FRAME_MS
  for (;;) {
    const pending = await send<Pending>(`${url}/v1/cameras/pending`, boat.cameraKey, null, stop)
    const asked = pending.ok ? pending.body.requests.flatMap(({ camera_id }) => byId.get(camera_id) ?? []) : []
    const due = pending.ok && Date.now() >= nextFrame
    if (due) nextFrame = Date.now() + FRAME_EVERY_MS
    for (const [id, camera] of await sendFrames(url, boat, due ? boat.boat.cameras : asked, stop)) byId.set(id, camera)
    await sleep(pending.ok ? pending.body.poll_after_ms : pending.waitMs, undefined, { signal: stop })
  }
}

/** Takes a picture with each of the cameras and sends it; gives what the service calls them. */
async function sendFrames(
  url: string,
  { boat, cameraKey }: BoatNow,
  cameras: readonly DemoCamera[],
  stop: AbortSignal,
): Promise<[id: string, DemoCamera][]> {
  const at = new Date()
  const shots = cameras.map(({ label, view }) => {
    return { boat: boat.plan.vessel.name, label, view, at, underWay: boat.underWay !== null }
  })
  const known: [string, DemoCamera][] = []
  for (const [place, picture] of (await take(shots, stop)).entries()) {
    const camera = cameras[place]!
    const frame = { ...camera, image_base64: picture.toString('base64'), captured_at: at.toISOString() }
    const sent = await send<{ camera_id: string }>(`${url}/v1/cameras/frames`, cameraKey, frame, stop)
    if (sent.ok) known.push([sent.body.camera_id, camera])
  }
  return known
}
