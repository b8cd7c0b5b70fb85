import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// `npm start`. What Node compiles is kept for the next start, which saves it a third of its time; on before anything else is loaded. Not at
// Node's own place below /tmp: whoever else uses the machine could leave code there.
const { HOME, NODE_COMPILE_CACHE = HOME && join(HOME, '.cache/binnacle/compiled') } = process.env
if (NODE_COMPILE_CACHE) enableCompileCache(NODE_COMPILE_CACHE)
await import('./serve.ts')
