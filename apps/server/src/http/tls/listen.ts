import { once } from 'node:events'
import { createServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { keptCertificate } from './kept.ts'
import { portOf } from './local-names.ts'

const HANDSHAKE_TIMEOUT_MS = 10_000
const RENEWAL_MS = 6 * 3_600_000

/**
 * Speaks HTTPS at the port of BASE_URL, on every address of the machine, and renews the certificate. What arrives goes on as a
 * connection of `app`, which limits and ends it as all others. Returns what ends it.
 */
export async function listenTls(
  app: FastifyInstance,
  settings: { dataDir: string; baseUrl: string },
): Promise<() => void> {
  const certificate = async () => {
    const pem = await keptCertificate(settings, new Date(), (message) => app.log.warn(message))
    return { key: pem, cert: pem }
  }
  const options = { handshakeTimeout: HANDSHAKE_TIMEOUT_MS, noDelay: true, ALPNProtocols: ['http/1.1'] }
  const server = createServer({ ...(await certificate()), ...options }, (socket) =>
    app.server.emit('connection', socket),
  )
  server.listen(portOf(settings.baseUrl))
  await once(server, 'listening')
  const renewal = setInterval(
    () =>
      certificate().then(
        (renewed) => server.setSecureContext(renewed),
        (error) => app.log.error({ err: error }, 'the certificate could not be renewed'),
      ),
    RENEWAL_MS,
  )
  return () => {
    clearInterval(renewal)
    server.close()
  }
}
