import assert from 'node:assert/strict'
import * as contract from '@binnacle/contract'
import sharp from 'sharp'
import type { Owner } from '../../testing/client.ts'
import type { TestService } from '../../testing/service.ts'

/** A picture as a phone takes it, as base64: large, and with the name of who took it in its metadata. */
export async function bigPicture(): Promise<string> {
  const jpeg = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#357' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Ada Lovelace' } })
    .toBuffer()
  return jpeg.toString('base64')
}

/** What a receiver of a picture sees of it: its type, its width, and whether it says who took it. */
export async function seenOf(picture: Buffer): Promise<[string, number, boolean]> {
  const { format, width, exif } = await sharp(picture).metadata()
  return [format, width, exif !== undefined || picture.includes('Lovelace')]
}

/**
 * Has the small form of a boat's newest picture made, as somebody does who looks at it: a message waits five seconds for it, and
 * a busy machine may take longer.
 */
export async function makeRendition({ client }: TestService, owner: Owner, { id }: { id: string }): Promise<void> {
  const { frame } = await client.ok(contract.getVesselOverview, owner.session, { params: { id } })
  const { pathname, search } = new URL(frame.screen_url)
  assert.equal((await client.raw('GET', pathname + search)).status, 200)
}
