import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Frame } from './frame.ts'
import { isPcap, pcapFrames } from './pcap.ts'
import { n2kStream } from './stream.ts'

/** DLE STX: Actisense's binary messages, as an NGT-1 sends them and programs save them. */
const ACTISENSE = '1002'

/** What a recording holds, by its first bytes: the frames of a capture (pcap) or of Actisense's binary format, else lines of text. */
export async function* recordingIn(path: string): AsyncGenerator<string | Frame | undefined> {
  const start = await firstBytes(path)
  const chunks = createReadStream(path)
  if (isPcap(start)) yield* pcapFrames(chunks)
  else if (start.toString('hex', 0, 2) === ACTISENSE) {
    const framesIn = n2kStream()
    for await (const chunk of chunks) yield* framesIn(chunk as Buffer)
  } else yield* createInterface({ input: chunks, crlfDelay: Number.POSITIVE_INFINITY })
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
