// A control: a server that waits for ever for whoever is slow (NODE_OPTIONS=--import=...).
import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'

const createServer = http.createServer
http.createServer = ((...given: Parameters<typeof createServer>) =>
  Object.assign(createServer(...given), { headersTimeout: 0, requestTimeout: 0 })) as typeof createServer
syncBuiltinESMExports()
