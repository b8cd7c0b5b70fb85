import { once } from 'node:events'
import { json } from 'node:stream/consumers'
import { draw, type Shot } from './draw.ts'

/**
 * Draws the shots given as JSON on standard input and writes each picture to standard output as soon as it is there, with
 * its length before it (4 bytes, big end first). A process of its own: cameras/image.ts forbids this program's sharp to read
 * SVG, for the whole process and with reason.
 */
const shots = (await json(process.stdin)) as (Omit<Shot, 'at'> & { at: string })[]
for (const shot of shots) {
  const picture = await draw({ ...shot, at: new Date(shot.at) })
  const length = Buffer.alloc(4)
  length.writeUInt32BE(picture.length)
  if (!process.stdout.write(Buffer.concat([length, picture]))) await once(process.stdout, 'drain')
}
