import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROJECT_HOME } from './manifest.ts'

/** Why a tag of the project at an address cannot be published; undefined when it can. */
export function whyNot(tag: string, address: string, version: string, changelog: string, home = PROJECT_HOME) {
  if (home !== address) return `PROJECT_HOME in scripts/release/manifest.ts is ${home}, and this is ${address}.`
  if (tag !== `v${version}`) return `The tag is ${tag}, and package.json has ${version}.`
  if (!changelog.includes(`\n## ${version}`)) return `CHANGELOG.md has no section ${version}.`
  return undefined
}

/** `node scripts/release/may-publish.ts TAG ADDRESS`, by .github/workflows/release.yml. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const read = (name: string) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8')
  const [tag = '', address = ''] = process.argv.slice(2)
  const reason = whyNot(tag, address, JSON.parse(read('package.json')).version, read('CHANGELOG.md'))
  if (reason) console.error(reason)
  process.exitCode = reason ? 1 : 0
}
