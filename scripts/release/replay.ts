import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'

/** Where apps/cli looks for it. */
export const REPLAY = 'packages/onboard/src/replay/replay.js'

/** `binnacle replay` in one file: the service needs no other part of the onboard programs. */
export async function replayBundle(root: string, folder: string): Promise<Buffer> {
  const file = join(folder, 'replay.js')
  await build({
    cwd: join(root, 'packages/onboard'),
    input: 'src/replay/replay.ts',
    platform: 'node',
    output: { file, format: 'esm', codeSplitting: false },
  })
  return readFileSync(file)
}
