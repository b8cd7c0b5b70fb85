import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'

const NONCE = randomBytes(16).toString('base64url')
const POLICY = `default-src 'self'; script-src 'nonce-${NONCE}' 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'`

/**
 * /docs: the interface description for people, by Scalar. Its 4 MB of script are loaded at the first visit, in a small server
 * of their own that is never listened on: at every start they would cost 100 ms and 40 MB.
 */
export function docsRoutes(app: FastifyInstance): void {
  let pages: Promise<FastifyInstance> | undefined
  app.get('/docs', (_request, reply) => reply.redirect('/docs/', 301))
  app.get('/docs/*', async (request, reply) => {
    pages ??= loadPages()
    const page = await (await pages).inject({ method: 'GET', url: request.url })
    return reply
      .code(page.statusCode)
      .header('content-type', page.headers['content-type'])
      .header('content-security-policy', POLICY)
      .send(page.rawPayload)
  })
}

async function loadPages(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = Fastify({ logger: false })
  await pages.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Binnacle API',
      nonce: NONCE,
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
    },
  })
  return pages
}
