import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Files, tarball } from './files.ts'
import { onboardFiles } from './onboard.ts'

/** Where the service finds them: apps/server/src/onboard/routes.ts. */
export const BOAT_FOLDER = 'apps/server/dist/onboard'
export const SUMS = 'SHA256SUMS'

/** The programs for a boat as npm installs them. `folder` is for what is made meanwhile. */
export async function boatPackages(root: string, time: Date, folder: string): Promise<Files> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return new Map([
    [`binnacle-gateway-${version}.tgz`, await tarball(await onboardFiles(root, 'gateway', folder), time)],
    [`signalk-binnacle-${version}.tgz`, await tarball(await onboardFiles(root, 'signalk-plugin', folder), time)],
  ])
}

/** What `sha256sum --check` reads. */
export const checksums = (files: ReadonlyMap<string, Buffer | string>): string =>
  [...files.keys()]
    .sort()
    .map((name) => `${createHash('sha256').update(files.get(name)!).digest('hex')}  ${name}\n`)
    .join('')
