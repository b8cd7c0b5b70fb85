import { defineConfig } from 'rolldown'

/** One CommonJS file with everything in it: Signal K requires a function, and the app store installs nothing else. */
export default defineConfig({
  input: 'src/index.ts',
  platform: 'node',
  transform: { target: 'node20' },
  // The server decodes NMEA 2000 itself: nothing here uses canboatjs, and it goes.
  external: /^@canboat\//,
  treeshake: { moduleSideEffects: (id) => !id.startsWith('@canboat/') },
  output: { file: 'dist/index.cjs', format: 'cjs', exports: 'default', minify: false, codeSplitting: false },
})
