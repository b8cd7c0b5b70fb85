import { enableCompileCache } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

// `npm start`. What Node compiles is kept for the next start, which saves it a third of its time; on before anything else is
// loaded. Not at Node's own place below /tmp: whoever else uses the machine could leave code there.
const { HOME, NODE_COMPILE_CACHE = HOME && join(HOME, '.cache/binnacle/compiled') } = process.env
if (NODE_COMPILE_CACHE) enableCompileCache(NODE_COMPILE_CACHE)

// V8 marks garbage on up to four threads at once, on two cores too, and requests wait meanwhile: see docs/scale.md.
setFlagsFromString(`--concurrent-marking-max-worker-num=${Math.max(1, availableParallelism() - 1)}`)
// What lives long once, such as a stream of live events, makes V8 allocate all that the same code makes as if it did. With that
// the listeners of each request, and the body that they hold, stayed until the next full collection; 64 MB of bodies bring that
// on: each 3 s at 2,000 a second.
setFlagsFromString('--no-allocation-site-pretenuring')
await import('./serve.ts')
