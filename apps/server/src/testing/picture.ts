import { postFrame } from '@binnacle/contract'
import sharp from 'sharp'
import type { Answer, Client } from './client.ts'

/** A small real JPEG, another one for each `shade`. */
export const picture = (shade = 0): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: { r: shade % 256, g: 80, b: 120 } } })
    .jpeg()
    .toBuffer()

/** Posts a small picture as an onboard device does. */
export async function postPicture(client: Client, device: { key: string }, fields: object = {}): Promise<Answer> {
  const image_base64 = (await picture()).toString('base64')
  return client.call(postFrame, device, { body: { image_base64, ...fields } })
}
