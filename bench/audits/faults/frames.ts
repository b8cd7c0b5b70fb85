import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { openDatabase } from '../../../apps/server/src/db/open-database.ts'
import type { Boat } from '../../../apps/server/src/testing/accounts/boats.ts'

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Of the newest frames so many are looked at: the camera keeps 24, and others may have been stored without an answer. */
const LOOKED_AT = 12

interface Kept {
  frame: string
  camera: string
  sha256: string
}

/** A camera that posts frames, no two alike, and knows which were acknowledged. */
export class AuditedCamera {
  readonly #boat: Boat
  readonly acknowledged: Kept[] = []
  readonly answers = new Map<string, number>()

  constructor(boat: Boat) {
    this.#boat = boat
  }

  async run(url: string, until: AbortSignal): Promise<void> {
    for (let number = 0; !until.aborted; number++) {
      const image = await picture(number)
      const body = JSON.stringify({ image_base64: image.toString('base64'), label: 'bow' })
      const headers = { authorization: `Bearer ${this.#boat.deviceKey}`, 'content-type': 'application/json' }
      try {
        const answer = await fetch(`${url}/v1/cameras/frames`, { method: 'POST', headers, body, signal: until })
        const said = (await answer.json()) as { frame_id?: string; camera_id?: string; error?: string }
        const name = `${answer.status} ${said.error ?? ''}`.trim()
        this.answers.set(name, (this.answers.get(name) ?? 0) + 1)
        if (answer.status === 202)
          this.acknowledged.push({ frame: said.frame_id!, camera: said.camera_id!, sha256: hash(image) })
        else await wait(50)
      } catch {
        await wait(50)
      }
    }
  }

  /** How many of the newest acknowledged frames are not there, row and whole file. */
  async missing(place: { dataDir: string; databaseUrl: string | null }): Promise<number> {
    const database = await openDatabase(place)
    const { vesselId } = this.#boat
    const rows = await database
      .prepared<{ id: string }>('audit-frames', 'select id from frame where vessel_id = $1', [vesselId])
      .finally(() => database.close())
    const known = new Set(rows.map(({ id }) => id))
    let missing = 0
    for (const { frame, camera, sha256 } of this.acknowledged.slice(-LOOKED_AT)) {
      const file = join(place.dataDir, 'frames', vesselId.slice(-2), vesselId, camera, `${frame}.jpg`)
      const bytes = await readFile(file).catch(() => null)
      if (!known.has(frame) || !bytes || hash(bytes) !== sha256) missing++
    }
    return missing
  }
}

/** Noise, so that it is as large as a still of a camera and compresses no further. */
const picture = (number: number) =>
  sharp({
    create: {
      width: 320,
      height: 240,
      channels: 3,
      background: { r: number % 256, g: (number >> 8) % 256, b: 7 },
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer()
