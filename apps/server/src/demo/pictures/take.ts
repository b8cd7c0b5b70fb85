import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import type { Shot } from './draw.ts'

const DRAW = join(import.meta.dirname, 'draw-process.ts')

/** The pictures of the shots, JPEG, in their order; drawn by a process of its own. */
export async function take(shots: readonly Shot[], signal?: AbortSignal): Promise<Buffer[]> {
  if (shots.length === 0) return []
  const child = spawn(process.execPath, [DRAW], { stdio: 'pipe', signal })
  const ended = once(child, 'close')
  // A process that has ended early cannot take its input; how it ended says why.
  child.stdin.on('error', () => {}).end(JSON.stringify(shots))
  const [drawn, errors, [code]] = await Promise.all([buffer(child.stdout), text(child.stderr), ended])
  const pictures = split(drawn)
  if (code !== 0 || pictures.length !== shots.length) throw new Error(`the pictures could not be drawn: ${errors}`)
  return pictures
}

function split(drawn: Buffer): Buffer[] {
  const pictures: Buffer[] = []
  for (let at = 0; at < drawn.length; ) {
    const end = at + 4 + drawn.readUInt32BE(at)
    pictures.push(drawn.subarray(at + 4, end))
    at = end
  }
  return pictures
}
