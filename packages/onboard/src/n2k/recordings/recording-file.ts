import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { linesIn } from '../../files/lines-in.ts'
import { type Frame, readFrame } from '../frame.ts'
import { n2kStream } from '../stream.ts'
import { candumpDeltas } from './candump-deltas.ts'
import { isPcap, pcapFrames } from './pcap.ts'
import { isYdvr, ydvrFrames } from './ydvr.ts'

/** DLE STX: Actisense's binary messages, as an NGT-1 sends them and programs save them. */
const ACTISENSE = '1002'
const START_BYTES = 10

/**
 * The frames of a recording, undefined for what is none; of what kind it is, its first bytes say: a capture (pcap), Yacht
 * Devices' .DAT, Actisense's binary format, else lines of text, of which comments and empty ones are left out. Rejects as fs
 * does, or with a sentence for the owner.
 */
export async function* recordingIn(path: string): AsyncGenerator<Frame | undefined> {
  const start = await firstBytes(path)
  if (isPcap(start)) yield* pcapFrames(createReadStream(path))
  else if (isYdvr(start)) yield* ydvrFrames(createReadStream(path))
  else if (start.toString('hex', 0, 2) === ACTISENSE) {
    const framesIn = n2kStream()
    for await (const chunk of createReadStream(path)) yield* framesIn(chunk as Buffer)
  } else yield* framesOf(linesIn(path))
}

/** The frames in lines of text, as recordingIn has them. */
export const framesOf = (lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Frame | undefined> =>
  candumpDeltas(framesIn(lines))

async function* framesIn(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Frame | undefined> {
  for await (const line of lines) if (!/^\s*(#|$)/.test(line)) yield readFrame(line)
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
