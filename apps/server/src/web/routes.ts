import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ROUTES } from '@binnacle/contract'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isForBrowser } from '../http/browser/for-browser.ts'
import type { Config } from '../settings/config.ts'
import { VERSION } from '../version.ts'
import { earlyLinks } from './early-links.ts'
import { fileHeaders } from './file-headers.ts'
import { contentSecurityPolicy } from './policy.ts'

/** Where `npm run build` leaves the web app. */
const BUILT = resolve(import.meta.dirname, '../../../web/dist')

const NOT_BUILT = 'The web app has not been built: run `npm run build`, and start again. The API works without it.\n'

/** First parts of the addresses that are the service's; every other one is a page of the web app. */
const SERVICE = new Set([...ROUTES.map(({ path }) => path.split('/')[1]!), 'docs', 'help', 'onboard'])

/** What the app shows that is not ours: map tiles, and frames that are in a bucket (null: they are not). */
interface Elsewhere extends Pick<Config, 'mapTilesUrl'> {
  frameOrigin: string | null
}

/**
 * The owner's web app: its files, and its first page for the address of every page, since the app reads the address itself.
 * `built` is its folder.
 */
export function webRoutes(app: FastifyInstance, { mapTilesUrl, frameOrigin }: Elsewhere, built = BUILT): void {
  const files = listFiles(built)
  const linksOf = earlyLinks(files)
  const policy = contentSecurityPolicy([mapTilesUrl && new URL(mapTilesUrl).origin, frameOrigin])
  app.register(fastifyStatic, {
    root: built,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    suppressWarning: true,
    setHeaders: fileHeaders(policy),
  })
  app.get('/*', (request, reply) => {
    const path = request.url.split('?')[0]!.slice(1)
    if (files.has(path)) return reply.sendFile(path)
    if (!isPage(path, request)) return path === '' ? reply.type('text/plain').send(FOR_PROGRAMS) : reply.callNotFound()
    if (!files.has('index.html')) return reply.code(503).type('text/plain').send(NOT_BUILT)
    const links = linksOf(`/${path}`, request.headers)
    if (links) reply.header('link', links)
    return reply.sendFile('index.html')
  })
}

const FOR_PROGRAMS = `Binnacle ${VERSION} is running. Open this address in a browser.
Programs that connect a boat are at /onboard/, the help is at /help/.
The HTTP API is described at /docs, for programs at /openapi.json.
`

/** A script or picture that is not there stays "not found". */
const isPage = (path: string, request: FastifyRequest): boolean =>
  !SERVICE.has(path.split('/')[0]!) && isForBrowser(request)

function listFiles(folder: string): Set<string> {
  try {
    const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return new Set(found.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)))
  } catch {
    return new Set()
  }
}
