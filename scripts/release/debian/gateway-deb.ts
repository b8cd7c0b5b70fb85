import { join } from 'node:path'
import { addUnder, type Files, filesOf } from '../files.ts'
import { closure, readLock } from '../lock.ts'
import { replaced } from '../replaced.ts'
import { whatRuns } from '../what-runs.ts'
import { type Architecture, changelogOf, type Deb, gzip } from './deb.ts'
import type { Release } from './service-deb.ts'

const HOME = 'usr/lib/binnacle-gateway'
const DOC = 'usr/share/doc/binnacle-gateway'

/** The library for serial ports is ready for each, in the gateway's version of serialport. */
export const SERIAL: Record<Architecture, { cpu: string; prebuilt: string }> = {
  amd64: { cpu: 'x64', prebuilt: 'prebuilds/linux-x64/@serialport+bindings-cpp.glibc.node' },
  arm64: { cpu: 'arm64', prebuilt: 'prebuilds/linux-arm64/@serialport+bindings-cpp.armv8.glibc.node' },
  armhf: { cpu: 'arm', prebuilt: 'prebuilds/linux-arm/@serialport+bindings-cpp.armv7.glibc.node' },
}

export const GATEWAY_ARCHITECTURES = Object.keys(SERIAL) as Architecture[]

/** The gateway with its packages and its unit, from the files of the npm package. It runs on Debian's Node. */
export function gatewayDeb(gateway: Files, architecture: Architecture, { root, version, time }: Release): Deb {
  const own = filesOf(join(root, 'deploy/debian/binnacle-gateway'))
  const { cpu, prebuilt } = SERIAL[architecture]
  const files: Files = new Map()
  addUnder(files, `${HOME}/apps/gateway`, gateway)
  const needed = closure(
    readLock(join(root, 'package-lock.json')),
    ['apps/gateway'],
    [{ os: 'linux', cpu, libc: 'glibc' }],
  )
  for (const [path, { link }] of needed)
    if (path.includes('node_modules/') && !path.includes('@types/') && !link)
      addUnder(files, `${HOME}/${path}`, whatRuns(filesOf(join(root, path)), prebuilt))
  if (![...files.keys()].some((path) => path.endsWith(prebuilt)))
    throw new Error(`serialport no longer has ${prebuilt}`)
  files.set('usr/bin/binnacle-gateway', own.get('binnacle-gateway.sh')!)
  files.set('usr/lib/systemd/system/binnacle-gateway.service', unitOf(root))
  files.set(`${DOC}/copyright`, own.get('copyright')!)
  files.set(`${DOC}/changelog.gz`, changelogOf('binnacle-gateway', version, time))
  files.set(`${DOC}/README.md.gz`, gzip(gateway.get('README.md')!))
  files.set('usr/share/lintian/overrides/binnacle-gateway', own.get('lintian-overrides')!)
  return {
    control: {
      Package: 'binnacle-gateway',
      Version: version,
      Architecture: architecture,
      Depends: 'nodejs (>= 20), libc6, libgcc-s1, libstdc++6',
      Description: `sends a boat's data and camera pictures to Binnacle\n${ABOUT}`,
    },
    files,
    modes: { 'usr/bin/binnacle-gateway': 0o755, [`${HOME}/apps/gateway/dist/main.cjs`]: 0o755 },
    conffiles: [],
    scripts: new Map(['postinst', 'prerm', 'postrm'].map((name) => [name, own.get(name)!])),
  }
}

const ABOUT = ` The gateway reads NMEA 2000, NMEA 0183, Signal K and Victron, several at
 once. Without a network it keeps the data on disk and sends it later, once
 and with the right times.
 .
 It starts when /etc/binnacle-gateway.yaml is written.`

const unitOf = (root: string): Buffer =>
  replaced(join(root, 'apps/gateway/examples/binnacle-gateway.service'), [
    ['# /etc/systemd/system/binnacle-gateway.service\n', ''],
    ['\nAfter=network.target\n', '\nAfter=network.target\nConditionPathExists=/etc/binnacle-gateway.yaml\n'],
    ['/usr/bin/env binnacle-gateway', '/usr/bin/binnacle-gateway'],
  ])
