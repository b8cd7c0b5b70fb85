import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { shellWord } from '@binnacle/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../network/loopback.ts'
import type { Config } from '../settings/config.ts'
import { VERSION } from '../version.ts'

/** Where `npm run build` leaves the programs for a boat; a release has them there too. */
const BUILT = resolve(import.meta.dirname, '../../dist/onboard')
const INSTALLER = join(import.meta.dirname, 'install.sh')

const PROGRAMS = ['binnacle-gateway', 'signalk-binnacle']
const SUMS = 'SHA256SUMS'

const NOT_BUILT = `This installation does not have the programs for a boat. In its checkout, run \`npm run build\`. Then load this again.\n`

/**
 * /onboard/: the programs for a boat in the version of this service, their checksums, and a script that installs the gateway. What is
 * missing is said to be missing. `built` is the folder of the programs.
 */
export function onboardRoutes(app: FastifyInstance, config: Pick<Config, 'baseUrl' | 'tls'>, built = BUILT): void {
  const installer = readFileSync(INSTALLER, 'utf8')
  const text = (reply: FastifyReply, content: string) => reply.type('text/plain').send(content)
  app.get('/onboard', (_request, reply) => reply.redirect('/onboard/', 301))
  app.get('/onboard/', (request, reply) => text(reply, contents(addressFor(request, config))))
  app.get('/onboard/install.sh', (request, reply) => text(reply, installerFor(installer, addressFor(request, config))))
  // Proxies and npm keep nothing of it: a name without a version is another file after an upgrade.
  for (const [name, file] of addresses())
    app.get(`/onboard/${name}`, async (_request, reply) => {
      const content = await readFile(join(built, file)).catch(() => undefined)
      if (!content) return reply.code(404).type('text/plain').send(NOT_BUILT)
      return reply.type(file === SUMS ? 'text/plain' : 'application/gzip').send(content)
    })
}

/** Each name below /onboard/, with its file. */
const addresses = (): [string, string][] => [
  [SUMS, SUMS],
  ...PROGRAMS.flatMap((program): [string, string][] => {
    const file = `${program}-${VERSION}.tgz`
    return [
      [file, file],
      [`${program}.tgz`, file],
    ]
  }),
]

const PLACE = "SERVICE='http://localhost:8080'"

/** The script knows where it comes from. */
const installerFor = (installer: string, address: string): string =>
  installer.replace(PLACE, () => `SERVICE=${shellWord(address)}`)

/** BASE_URL; with TLS=local, where no proxy is, a computer that is the service's own needs no certificate. */
const addressFor = ({ hostname, host }: FastifyRequest, { baseUrl, tls }: Pick<Config, 'baseUrl' | 'tls'>): string =>
  tls === 'local' && isLoopback(hostname) ? `http://${host}` : baseUrl

const contents = (address: string) => `Programs for a boat, from Binnacle ${VERSION}

The gateway, on a Linux computer with Node 20 or later. This asks for the connection key:

    curl -fsSL ${address}/onboard/install.sh | sudo sh

The same program without any settings:

    sudo npm install -g ${address}/onboard/binnacle-gateway.tgz

The plugin, in the folder of a Signal K server's settings (mostly ~/.signalk):

    npm install ${address}/onboard/signalk-binnacle.tgz

Checksums: ${address}/onboard/${SUMS}
`
