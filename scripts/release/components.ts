import { join } from 'node:path'
import { closure, type Lock, type Locked, type Platform, readLock } from './lock.ts'
import { nodePackages } from './node-program.ts'

/** Their packages are installed, or are in a bundle or in the web app. */
const WORKSPACES = [
  'apps/server',
  'apps/demo',
  'apps/web',
  'apps/gateway',
  'apps/signalk-plugin',
  'packages/contract',
  'packages/onboard',
]

export const componentPackages = (lock: Lock, platforms: Platform[]): Map<string, Locked> =>
  closure(lock, WORKSPACES, platforms)

/**
 * Every package that runs in any of the files, as CycloneDX 1.5, from package-lock.json. Not by `npm sbom --omit dev`: it leaves out
 * what a workspace needs when another one has it for its tests, such as react and onvif.
 */
export function componentsAt(time: Date, root: string, version: string, platforms: Platform[]): object {
  const needed = componentPackages(readLock(join(root, 'package-lock.json')), platforms)
  const locked = [...needed].filter(([path, { link }]) => path.includes('node_modules/') && !link)
  // What no lock has: the Node in the packages for Debian and in the single-file gateway.
  const components = [...locked, ...nodePackages()].map(component)
  const unique = new Map(components.map((each) => [each['bom-ref'], each]))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: time.toISOString(),
      component: { ...names('binnacle', version), type: 'application' },
    },
    components: [...unique.keys()].sort().map((ref) => unique.get(ref)),
  }
}

function component([path, { version, license, integrity }]: [string, Locked]) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const [algorithm, hash] = integrity?.split('-') ?? []
  return {
    ...names(name, version),
    type: 'library',
    ...(license && { licenses: [{ expression: license }] }),
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(hash!, 'base64').toString('hex') }],
    }),
  }
}

function names(full: string, version: string) {
  const [, group, name = full] = /^(@[^/]+)\/(.+)$/.exec(full) ?? []
  const purl = `pkg:npm/${full.replace('@', '%40')}@${version}`
  return { 'bom-ref': purl, ...(group && { group }), name, version, purl }
}
