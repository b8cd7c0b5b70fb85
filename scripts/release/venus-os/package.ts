import { join } from 'node:path'
import type { Architecture } from '../debian/deb.ts'
import type { Release } from '../debian/service-deb.ts'
import { archive, type Files, filesOf } from '../files.ts'
import { PROJECT_HOME } from '../manifest.ts'
import type { Program } from '../single-file/gateway-programs.ts'

/** SetupHelper wants letters and digits: the folder below /data, and the service. */
export const VENUS_PACKAGE = 'BinnacleGateway'

/** GX devices have 32 bits; Venus OS on a Raspberry Pi 5 has 64. */
export const VENUS_ARCHITECTURES: Architecture[] = ['armhf', 'arm64']

/** PackageManager takes from a medium what has `-` and a digit after the name. */
export const venusName = (version: string, of: Architecture): string => `${VENUS_PACKAGE}-${version}-${of}.tar.gz`

/** The gateway as a package of SetupHelper for Venus OS: deploy/venus-os with the program. */
export function venusPackage(gateway: Program, { root, version, time }: Omit<Release, 'folder'>): Promise<Buffer> {
  const files = venusFiles(gateway, root, version)
  const programs = new Set([...files.keys()].filter((path) => /(^|\/)(setup|run|binnacle-gateway)$/.test(path)))
  return archive(files, time, { top: `${VENUS_PACKAGE}-${version}`, programs, level: 6 })
}

function venusFiles({ program, licenses }: Program, root: string, version: string): Files {
  const files = filesOf(join(root, 'deploy/venus-os'))
  files.set('version', Buffer.from(`v${version}\n`))
  // PackageManager does not install it before the setup script has asked for address and key, nor needs it the older pages for it.
  files.set('optionsRequired', Buffer.from(''))
  files.set('GUI_V1_NOT_REQUIRED', Buffer.from(''))
  files.set('binnacle-gateway', program)
  files.set('LICENSES', licenses)
  const info = gitHubInfo()
  if (info) files.set('gitHubInfo', Buffer.from(`${info}\n`))
  return files
}

/** Where PackageManager looks for newer versions: none while nothing is published. */
export function gitHubInfo(home = PROJECT_HOME): string | undefined {
  const [, owner] = /^https:\/\/github\.com\/([^/]+)\//.exec(home ?? '') ?? []
  return owner && `${owner}:latest`
}
