import { randomUUIDv7 } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { after } from 'node:test'
import * as contract from '@binnacle/contract'
import sharp from 'sharp'
import type { Answer, Owner } from '../client.ts'
import { type S3Kind, startS3, type TestS3 } from '../programs/s3.ts'
import { startService, type TestService } from '../service.ts'

export interface Device {
  key: string
  connectionId: string
}

/** For tests: a service with owners, boats, onboard devices and cameras that send real images. */
export class SampleBoats {
  readonly service: TestService
  readonly #s3: TestS3 | null

  constructor(service: TestService, s3: TestS3 | null = null) {
    this.service = service
    this.#s3 = s3
  }

  /** With frames in files, or on the S3 server that TEST_FRAME_STORE names. */
  static async start(env: Record<string, string>): Promise<SampleBoats> {
    const kind = process.env.TEST_FRAME_STORE as S3Kind | undefined
    if (!kind) return new SampleBoats(await startService(env))
    const s3 = await startS3(kind)
    after(() => s3.stop())
    return new SampleBoats(await startService({ ...s3.env, ...env }), s3)
  }

  async vesselOf(owner: Owner): Promise<string> {
    const { client, database } = this.service
    const { account } = await client.ok(contract.getMe, owner.session)
    const vessel = { id: randomUUIDv7(), owner_id: account.id, name: 'Windrose', vessel_type: 'sailboat' } as const
    await database.db.insertInto('vessel').values(vessel).execute()
    return vessel.id
  }

  async deviceOn(owner: Owner, vesselId: string, provider = 'onboard_camera'): Promise<Device> {
    const { client } = this.service
    const input = { params: { id: vesselId }, body: { provider } }
    const { connection, ingest_key } = await client.ok(contract.createConnection, owner.key, input)
    return { key: ingest_key, connectionId: connection.id }
  }

  /** Sends a frame, a JPEG unless the body has another image. */
  async send(device: { key: string }, body: object = {}): Promise<Answer> {
    const whole = { image_base64: (await picture()).toString('base64'), ...body }
    return this.service.client.call(contract.postFrame, device, { body: whole })
  }

  /** Sends a frame that is taken and gives the answer's body. */
  async taken(device: { key: string }, body: object = {}) {
    const answer = await this.send(device, body)
    if (answer.status !== 202) throw new Error(`the frame was refused: ${answer.status} ${answer.text}`)
    return answer.body as { frame_id: string; camera_id: string; answered_check_in: boolean }
  }

  async cameras(owner: Owner, vesselId: string): Promise<contract.Camera[]> {
    return (await this.service.client.ok(contract.listCameras, owner.key, { params: { id: vesselId } })).cameras
  }

  async frames(owner: Owner, cameraId: string): Promise<contract.Frame[]> {
    const input = { params: { id: cameraId }, query: 'limit=50' }
    return (await this.service.client.ok(contract.listFrames, owner.key, input)).frames
  }

  /** Makes a stored image old; null where that cannot be done. */
  get age(): ((path: string, at: Date) => Promise<void>) | null {
    if (this.#s3) return this.#s3.age
    return (path, at) => utimes(join(this.service.dataDir, 'frames', path), at, at)
  }

  /** Every file under DATA_DIR/frames, by its path there, and every object of the bucket, by its name. */
  async files(): Promise<string[]> {
    const root = join(this.service.dataDir, 'frames')
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    return [...files, ...((await this.#s3?.names()) ?? [])]
  }
}

/** A small picture; each call's is another one. */
export function picture(format: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg', width = 64, height = 48): Promise<Buffer> {
  const background = { r: Math.random() * 255, g: Math.random() * 255, b: Math.random() * 255 }
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
}

/** Status and code of an answer. */
export const outcome = ({ status, body }: Answer): [number, string | undefined] => [status, body?.error?.split(':')[0]]
