import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Installs a package of npm into a folder of its own below this one, and gives its node_modules. */
export async function installTool(spec: string, folder: string): Promise<string> {
  const place = join(folder, spec.replace(/\W/g, '-'))
  await promisify(execFile)(
    'npm',
    ['install', '--ignore-scripts', '--no-fund', '--no-audit', '--prefix', place, spec],
    { maxBuffer: 1e8, env: { ...process.env, npm_config_prefer_offline: 'true' } },
  )
  return join(place, 'node_modules')
}
