import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Files, untar } from '../files.ts'
import { HELP_FOLDER, helpFiles } from '../help/build.ts'

const ROOT = join(import.meta.dirname, '../../..')

/**
 * The help's files, by their path below /help: of the release that the runner of the tests made, else made by ourselves in
 * `folder`.
 */
export async function builtHelp(folder: string): Promise<Files> {
  const made = process.env.TEST_RELEASE
  if (!made) return helpFiles(ROOT, folder)
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const files = await untar(readFileSync(join(made, `binnacle-${version}.tgz`)))
  const own = [...files].filter(([path]) => path.startsWith(`${HELP_FOLDER}/`))
  return new Map(own.map(([path, content]) => [path.slice(HELP_FOLDER.length + 1), content]))
}
