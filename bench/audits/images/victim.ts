import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { FrameRefused } from '../../../apps/server/src/cameras/frames/frame-refused.ts'
import { inspectImage } from '../../../apps/server/src/cameras/images/image.ts'
import { Dice } from '../fuzz/dice.ts'
import { makeOriginals, makeOthers, mutant } from './mutants.ts'

/**
 * The process that may crash: looks at mutants FROM to UNTIL of SEED in FOLDER as the service does and tells its parent of each.
 * What it accepts is decoded once more in full, so that nothing counts as a picture that is none.
 */
const [seed, from, until] = process.argv.slice(2, 5).map(Number) as [number, number, number]
const folder = process.argv[5]!

export interface Judged {
  index: number
  done: string
  verdict: string
  mustPass: boolean | null
  ms: number
  /** What is wrong with an accepted one. */
  notWhole: string | null
}

const path = join(folder, 'image')
const thumbnail = join(folder, 'thumbnail')
const originals = await makeOriginals()
const others = await makeOthers()
for (let index = from; index < until; index++) {
  const { mime, bytes, done, mustPass } = mutant(new Dice(seed, index), originals, others)
  await writeFile(path, bytes)
  process.send!({ begun: index })
  const started = performance.now()
  const verdict = await inspectImage(path, mime, thumbnail).then(
    () => 'accepted',
    (error: unknown) => (error instanceof FrameRefused ? error.code : `not a refusal: ${(error as Error).stack}`),
  )
  const ms = performance.now() - started
  const notWhole = verdict === 'accepted' ? await wholeness(bytes, mime) : null
  process.send!({ index, done, verdict, mustPass, ms, notWhole } satisfies Judged)
}
process.disconnect!()

/** Null for one still picture of the type, every pixel of which can be had. */
async function wholeness(bytes: Buffer, mime: string): Promise<string | null> {
  const options = { failOn: 'error', limitInputPixels: false } as const
  try {
    const { format, pages = 1 } = await sharp(bytes, options).metadata()
    if (`image/${format}` !== mime) return `it is ${format}`
    if (pages !== 1) return `it has ${pages} pages`
    await sharp(bytes, options).stats()
    return null
  } catch (error) {
    return (error as Error).message
  }
}
