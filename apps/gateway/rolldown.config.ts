import { defineConfig } from 'rolldown'
import manifest from './package.json' with { type: 'json' }

const installed = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })

/**
 * Newer versions of Node do without their optimizing compilers for little more processor time; Node 20 would take half as much again. Before all else: what is loaded would have them set up.
 */
const NO_COMPILERS = `if (Number.parseInt(process.versions.node, 10) >= 22) require('node:v8').setFlagsFromString('--no-opt --no-maglev')`

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
  output: { file: 'dist/main.cjs', format: 'cjs', minify: false, banner: NO_COMPILERS },
})
