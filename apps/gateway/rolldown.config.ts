import { defineConfig } from 'rolldown'
import manifest from './package.json' with { type: 'json' }

const installed = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })

/**
 * From Node 24 on Maglev alone compiles hot code: TurboFan's code and work take memory for little. On older ones it is the only
 * optimizing compiler. Before all else: what is loaded would have it set up.
 */
const NO_TURBOFAN = `if (Number.parseInt(process.versions.node, 10) >= 24) require('node:v8').setFlagsFromString('--no-opt')`

/** Debian 12 has Node 18, and npm only warns of it. */
const REFUSE_OLD_NODE = `if (Number.parseInt(process.versions.node, 10) < 20) {
  console.error('binnacle-gateway needs Node 20 or later, and this is Node ' + process.versions.node + ': see https://nodejs.org/en/download')
  process.exit(1)
}`

/**
 * One file for Node 20: our own packages are in it, those of others are installed beside it. CommonJS, because an import of node:http
 * loads all that it exports, WebSocket and fetch too: 20 MB on Node 26 (docs/decisions/0056).
 */
export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  transform: { target: 'node20' },
  external: (id) => installed.some((name) => id === name || id.startsWith(`${name}/`)),
  // Of the contract a gateway uses some names and numbers, and none of the schemas.
  treeshake: { moduleSideEffects: (id) => !/packages\/contract\/|node_modules\/typebox\//.test(id) },
  output: { file: 'dist/main.cjs', format: 'cjs', minify: false, banner: `${REFUSE_OLD_NODE}\n${NO_TURBOFAN}` },
})
