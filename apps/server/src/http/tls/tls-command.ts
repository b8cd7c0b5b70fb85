import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { renderUnicodeCompact } from 'uqr'
import { refuseOtherUser } from '../../files/data-dir-owner.ts'
import { networkAddress } from '../../network/network-address.ts'
import { asksForHelp, commandLine } from '../../process/command-line.ts'
import { OperatorError } from '../../process/operator-error.ts'
import { readConfig } from '../../settings/config.ts'
import { publicPart } from './certificates.ts'
import { keptAuthority } from './kept.ts'
import { refuseUnfit } from './local-names.ts'

const USAGE = `Usage: ${commandLine('tls', '[--port PORT]')}

With TLS=local the service speaks HTTPS in the boat's network, with a certificate that it signs itself. Each phone and computer must trust
its authority once: this command offers the authority to them, with a QR code, until Ctrl+C. The service may run meanwhile. Run it as the
service's user, with its settings.

  --port PORT   where it offers it; any free port unless given

Example:
  ${commandLine('tls', '--port 8088')}

Exit status: 0 done, 1 refused or failed, 2 wrong use.`

const NAME = 'binnacle.crt'

/**
 * `npm run tls`: lets phones load the authority's certificate. Only this program offers it unencrypted, and only while somebody
 * watches.
 */
async function main(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  if (asksForHelp(args)) return console.log(USAGE)
  const port = portIn(args)
  if (port === undefined) {
    console.error(USAGE)
    process.exitCode = 2
    return
  }
  const config = readConfig(env)
  if (config.tls !== 'local')
    throw new OperatorError(
      'TLS is off. Set TLS=local and BASE_URL to a name in your network, such as https://boat.local:8443, and start the service.',
    )
  refuseUnfit(config)
  refuseOtherUser(config)
  const authority = publicPart(await keptAuthority(config, new Date(), console.error))
  const server = createServer((request, response) => {
    if (request.url !== `/${NAME}`) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'application/x-x509-ca-cert' }).end(authority)
  }).listen(port)
  await once(server, 'listening')
  const host = networkAddress() ?? '127.0.0.1'
  console.log(explain(`http://${host}:${(server.address() as AddressInfo).port}/${NAME}`, authority, config.baseUrl))
}

function portIn(args: string[]): number | undefined {
  try {
    const { port } = parseArgs({ args, options: { port: { type: 'string', default: '0' } } }).values
    return /^\d{1,5}$/.test(port) && Number(port) < 65_536 ? Number(port) : undefined
  } catch {
    return undefined
  }
}

const explain = (address: string, authority: string, baseUrl: string) => `
Each phone and computer must trust this installation once. Open this address on it:

${renderUnicodeCompact(address)}

  ${address}

iPhone, iPad  open it in Safari and allow the download; then Settings, Profile Downloaded, Install;
              then Settings, General, About, Certificate Trust Settings: turn it on
Android       open it; then Settings, search for "CA certificate", Install anyway, choose ${NAME}
computer      open it; then import ${NAME} as an authority in the settings of the browser

Then open ${baseUrl} on it. SHA-256 fingerprint, if you want to compare it:
${new X509Certificate(authority).fingerprint256}

Ctrl+C ends this.`

main(process.argv.slice(2), process.env).catch((error: unknown) => {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exitCode = 1
})
