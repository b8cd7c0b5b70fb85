import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, posix, relative } from 'node:path'
import { build, type OutputChunk, type Plugin } from 'rolldown'
import type { Files } from './files.ts'

/** Where the modules are, all in one folder. The units start server.js, and apps/cli/binnacle.js cli.js. */
export const BUNDLE = 'apps/dist'

/** What stays a package: sharp finds the library of the machine's processor, and PGlite's code is read by `eval`. */
export const KEPT = ['sharp', '@electric-sql/pglite']

/** `debug` looks for it, and does without. Here the tests have it. */
export const ABSENT = 'supports-color'

const PROGRAMS = { cli: 'apps/cli/src/main.ts', server: 'apps/server/src/main.ts' }

/** Of the bundle for tests: scripts/bundled-service.ts. */
interface Different {
  programs?: Record<string, string>
  kept?: string[]
  define?: Record<string, string>
}

/** A thread or a program that a module of ours starts. */
const STARTED = /(?<=new URL\('\.\/)([\w-]+)\.ts(?=', import\.meta\.url\))/g

/**
 * The service and all packages but two in some eighty files, which are unpacked and started sooner than seven thousand
 * (docs/decisions/0077), and the paths of all that is in them. `sources` are our modules: data that one reads beside itself stays
 * at its place.
 */
export async function serviceBundle(
  root: string,
  sources: string[],
  { programs = PROGRAMS, kept = KEPT, define = {} }: Different = {},
): Promise<{ files: Files; bundled: string[] }> {
  const isKept = (id: string) => kept.some((name) => id === name || id.startsWith(`${name}/`))
  const { output } = await build({
    cwd: root,
    input: { ...programs, ...startedBy(root, sources) },
    platform: 'node',
    external: (id) => isKept(id) || id === ABSENT,
    transform: { define: { __dirname: 'import.meta.dirname', ...define } },
    plugins: [places(root)],
    // A trace of an error names functions as they are written, and a comment above each module names its file.
    output: { format: 'esm', keepNames: true, minify: false },
    write: false,
  })
  const chunks = output.filter((made): made is OutputChunk => made.type === 'chunk')
  refuseMissing(chunks, isKept)
  const files: Files = new Map(chunks.map(({ fileName, code }) => [fileName, Buffer.from(code)]))
  const bundled = [...new Set(chunks.flatMap(({ moduleIds }) => moduleIds))].map((id) => relative(root, id))
  return { files, bundled }
}

function startedBy(root: string, sources: string[]): Record<string, string> {
  const started: Record<string, string> = {}
  for (const path of sources)
    for (const [, name] of readFileSync(join(root, path), 'utf8').matchAll(STARTED)) {
      const module = posix.join(posix.dirname(path), `${name}.ts`)
      const other = started[name!]
      if (other && other !== module) throw new Error(`${module} needs another name than ${other}`)
      started[name!] = module
    }
  return started
}

/** All modules are in one folder then: what one starts is beside it, and what it reads is where it was. */
const places = (root: string): Plugin => ({
  name: 'places',
  transform: {
    filter: { id: { include: /\.ts$/, exclude: /node_modules/ }, code: /import\.meta\.(dirname|url)/ },
    handler: (code, id) => {
      const folder = relative(join(root, BUNDLE), dirname(id))
      return code.replaceAll('import.meta.dirname', `\`\${import.meta.dirname}/${folder}\``).replace(STARTED, '$1.js')
    },
  },
})

/** A module that nobody found would be noticed by the user. */
function refuseMissing(chunks: OutputChunk[], isKept: (id: string) => boolean): void {
  const there = new Set(chunks.map(({ fileName }) => fileName))
  for (const { fileName, imports, dynamicImports } of chunks)
    for (const name of [...imports, ...dynamicImports])
      if (!there.has(name) && !isKept(name) && !isBuiltin(name)) throw new Error(`${fileName} needs ${name}`)
}
