import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { notFound } from '../http/errors.ts'

/** In the page as it is kept; each answer has a nonce of its own in its place. */
const PLACEHOLDER = randomBytes(16).toString('base64url')

const policy = (nonce: string) =>
  `default-src 'self'; script-src 'nonce-${nonce}' 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** For zod, which Scalar uses: it tries by itself whether it may evaluate code, and each try is a violation of the policy. */
const WITHOUT_EVAL = 'globalThis.__zod_globalConfig={jitless:true};'

/** Scalar breaks words of a table anywhere; on a phone a table may be wider than the page and scrolls. */
const TABLES =
  '.markdown table { display: block !important; max-width: 100%; overflow-x: auto !important } .markdown :is(td, th, td code) { word-break: normal !important; overflow-wrap: normal !important }'

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
    // Its own words name the software, and repeat the address.
    if (page.statusCode === 404) throw notFound()
    const type = String(page.headers['content-type'])
    const nonce = randomBytes(16).toString('base64url')
    reply.code(page.statusCode).header('content-type', type).header('content-security-policy', policy(nonce))
    if (type.startsWith('text/html')) return reply.send(page.payload.replaceAll(PLACEHOLDER, nonce))
    return reply.send(type.includes('javascript') ? WITHOUT_EVAL + page.payload : page.rawPayload)
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
      nonce: PLACEHOLDER,
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
      customCss: TABLES,
    },
  })
  return pages
}
