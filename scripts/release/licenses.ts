import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locked } from './lock.ts'

/**
 * The licences of the packages whose modules are in the bundle, as they are beside them. Throws where one is no component of the
 * SBOM.
 */
export function licensesOf(root: string, bundled: string[], components: Map<string, Locked>, head = HEAD): Buffer {
  const packages = bundled.flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [])
  const parts = [...new Set(packages)].sort().map((path) => {
    const locked = components.get(path)
    if (!locked) throw new Error(`${path} is in the bundle, and in no component of the SBOM`)
    const texts = readdirSync(join(root, path))
      .filter((name) => /^(licen[cs]e|notice|copying)/i.test(name))
      .map((name) => `\n${readFileSync(join(root, path, name), 'utf8').trim()}\n`)
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return `${RULE}\n${name} ${locked.version}: ${locked.license}\n${texts.join('')}`
  })
  return Buffer.from(`${head}\n${parts.join('\n')}`)
}

const HEAD =
  'These packages are in the files of apps/dist. Those in apps/node_modules have their licences beside them.\n'
const RULE = '='.repeat(80)
