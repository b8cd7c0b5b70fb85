import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addUnder, type Files, filesOf } from '../files.ts'
import { type NodeArchitecture, nodeProgram } from '../node-program.ts'
import { replaced } from '../replaced.ts'
import { changelogOf, type Deb, gzip } from './deb.ts'

const HOME = 'usr/lib/binnacle'
const DOC = 'usr/share/doc/binnacle'
const SETTINGS = 'etc/binnacle/binnacle.env'
const UNITS = ['binnacle.service', 'binnacle@.service']

/** What Node's program is linked against. */
const NODE_NEEDS = 'libatomic1, libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 8)'
const CPU: Record<NodeArchitecture, string> = { amd64: 'x64', arm64: 'arm64' }

export interface Release {
  root: string
  version: string
  time: Date
  /** For what is made meanwhile. */
  folder: string
}

/** The service with its own Node, its unit, its user and its settings, from the files of the npm package. */
export async function serviceDeb(service: Files, architecture: NodeArchitecture, release: Release): Promise<Deb> {
  const { root, version, time, folder } = release
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const node = await nodeProgram(architecture, dependencies.node, folder)
  const own = filesOf(join(root, 'deploy/debian/binnacle'))
  const files: Files = new Map()
  const others = Object.values(CPU).filter((cpu) => cpu !== CPU[architecture])
  addUnder(files, HOME, new Map([...service].filter(([path]) => !others.some((cpu) => path.includes(`linux-${cpu}/`)))))
  files.set(`${HOME}/bin/node`, node.get('bin/node')!)
  files.set('usr/bin/binnacle', own.get('binnacle.sh')!)
  for (const name of UNITS) files.set(`usr/lib/systemd/system/${name}`, unitOf(root, name))
  files.set(SETTINGS, settingsOf(root))
  files.set(`${DOC}/copyright`, own.get('copyright')!)
  files.set(`${DOC}/LICENSE-node`, node.get('LICENSE')!)
  files.set(`${DOC}/changelog.gz`, changelogOf('binnacle', version, time))
  files.set(`${DOC}/NEWS.gz`, gzip(service.get('CHANGELOG.md')!))
  for (const name of ['operating', 'settings', 'backup', 'install'])
    files.set(`${DOC}/${name}.md.gz`, gzip(readFileSync(join(root, `docs/${name}.md`))))
  files.set('usr/share/lintian/overrides/binnacle', own.get('lintian-overrides')!)
  return {
    control: {
      Package: 'binnacle',
      Version: version,
      Architecture: architecture,
      Depends: `adduser, ${NODE_NEEDS}`,
      Description: `boat's maintenance, logbook, live data and camera pictures\n${ABOUT}`,
    },
    files,
    modes: {
      [`${HOME}/bin/node`]: 0o755,
      [`${HOME}/apps/cli/binnacle.js`]: 0o755,
      'usr/bin/binnacle': 0o755,
      [SETTINGS]: 0o600,
    },
    conffiles: [SETTINGS],
    scripts: new Map(['postinst', 'prerm', 'postrm'].map((name) => [name, own.get(name)!])),
  }
}

const ABOUT = ` Binnacle is a service with a web app and an HTTP API. A device on board
 sends measurements and pictures, and the owner reads what is due, what was
 done, where the boat is and how it is doing.
 .
 It has its database and its Node inside, and listens on 127.0.0.1:8080.`

const unitOf = (root: string, name: string): Buffer =>
  replaced(join(root, 'deploy/systemd', name), [
    ['/opt/binnacle/node_modules/.bin/node apps/server/src/main.ts', `/${HOME}/bin/node apps/dist/server.js`],
    ['WorkingDirectory=/opt/binnacle', `WorkingDirectory=/${HOME}`],
    ['file:/opt/binnacle/docs/operating.md', `file:/${DOC}/operating.md.gz`],
  ])

/** It starts as it is installed, on this machine only. */
const settingsOf = (root: string): Buffer =>
  replaced(join(root, 'deploy/systemd/binnacle.env'), [
    ['\nBASE_URL=https://boat.example.org', '\n#BASE_URL=https://boat.example.org'],
    ['\nTRUST_PROXY=', '\n#TRUST_PROXY='],
    ['\nDRAIN_SECONDS=', '\n#DRAIN_SECONDS='],
    ['\n#DATA_DIR=', '\nDATA_DIR='],
  ])
