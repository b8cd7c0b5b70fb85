import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/utils'

/** Lets Node load what Vite loads for the browser: TSX, and CSS modules, whose classes are their own names here. */
registerHooks({
  // The router has a part for servers, which Node would be given.
  resolve: (name, context, next) =>
    next(
      name,
      name.startsWith('@tanstack/') ? { ...context, conditions: ['browser', ...context.conditions] } : context,
    ),
  load(url, context, next) {
    if (url.endsWith('.css'))
      return {
        format: 'module',
        shortCircuit: true,
        source: 'export default new Proxy({}, { get: (_, name) => name })',
      }
    if (!url.endsWith('.tsx')) return next(url, context)
    const path = fileURLToPath(url)
    const { code, errors } = transformSync(path, readFileSync(path, 'utf8'), { jsx: { runtime: 'automatic' } })
    if (errors.length > 0) throw errors[0]
    return { format: 'module', shortCircuit: true, source: code }
  },
})
