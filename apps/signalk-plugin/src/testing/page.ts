import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { PluginStatus } from '../plugin.ts'

const PUBLIC = join(import.meta.dirname, '../../public')
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

export interface ServedPage {
  url: string
  /** What the plugin says of itself. */
  status: PluginStatus
  /** What the page told it. */
  posted: { path: string; body: unknown }[]
  /** The answer to that. */
  answer: { code: number; body: object }
  /** How often the page has asked. */
  asked: number
  close(): void
}

/** The page's files, and a plugin that says what a test wants, as a Signal K server has them. */
export async function servePage(status: PluginStatus): Promise<ServedPage> {
  const server = createServer(async (request, response) => {
    const json = (code: number, body: object) =>
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const path = request.url ?? ''
    if (request.method === 'POST') {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      page.posted.push({ path, body: JSON.parse(Buffer.concat(chunks).toString()) })
      return json(page.answer.code, page.answer.body)
    }
    if (path === '/plugins/signalk-binnacle/status') {
      page.asked++
      return json(200, page.status)
    }
    const name = /^\/signalk-binnacle\/([\w.]*)$/.exec(path)?.[1]
    if (name === undefined) return json(404, {})
    const file = name || 'index.html'
    response.writeHead(200, { 'content-type': TYPES[extname(file)] }).end(await readFile(join(PUBLIC, file)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const page: ServedPage = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/signalk-binnacle/`,
    status,
    posted: [],
    answer: { code: 200, body: {} },
    asked: 0,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return page
}
