import { defineConfig } from 'rolldown'
import manifest from './package.json' with { type: 'json' }

const installed = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })

/** One module for Node 20: our own packages are in it, those of others are installed beside it. */
export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  transform: { target: 'node20' },
  external: (id) => installed.some((name) => id === name || id.startsWith(`${name}/`)),
  output: { file: 'dist/main.js', format: 'esm', minify: false },
})
