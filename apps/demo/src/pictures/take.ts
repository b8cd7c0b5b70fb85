import { fork } from 'node:child_process'
import type { Shot } from './draw.ts'

/**
 * The pictures of the shots, JPEG, in their order. A process of its own draws them: the service forbids its own process to read
 * SVG (cameras/images/image.ts).
 */
export function take(shots: readonly Shot[], signal?: AbortSignal): Promise<Buffer[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer[]>()
  const child = fork(new URL('./draw.ts', import.meta.url), { serialization: 'advanced', signal, execArgv: [] })
  child.once('message', (pictures) => resolve(pictures as Buffer[]))
  child.once('error', reject)
  child.once('exit', (code) => reject(new Error(`the pictures could not be drawn: exit code ${code}`)))
  child.send(shots)
  return promise
}
