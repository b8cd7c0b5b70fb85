import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type OutputOptions } from 'rolldown'
import gateway from '../../apps/gateway/rolldown.config.ts'
import plugin from '../../apps/signalk-plugin/rolldown.config.ts'
import { addUnder, type Files, filesOf } from './files.ts'
import { type Manifest, published, toJson } from './manifest.ts'

const CONFIGS = { gateway, 'signalk-plugin': plugin }

/** A program for the boat: its bundle, and what its package.json lists besides. `folder` is for what is made meanwhile. */
export async function onboardFiles(root: string, name: keyof typeof CONFIGS, folder: string): Promise<Files> {
  const cwd = join(root, 'apps', name)
  const manifest: Manifest = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'))
  const { output, ...config } = CONFIGS[name]
  const file = (output as OutputOptions).file!
  await build({ ...config, cwd, output: { ...(output as OutputOptions), file: join(folder, name, file) } })

  const files: Files = new Map([['package.json', toJson(published(manifest))]])
  addUnder(files, 'dist', filesOf(join(folder, name, 'dist')))
  for (const listed of ['LICENSE', 'README.md', ...manifest.files!].filter((listed) => listed !== 'dist'))
    if (listed.includes('.') || listed === 'LICENSE') files.set(listed, readFileSync(join(cwd, listed)))
    else addUnder(files, listed, filesOf(join(cwd, listed)))
  return files
}
