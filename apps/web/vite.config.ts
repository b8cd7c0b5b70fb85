import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import { SERVICE_PATHS } from './service-paths.ts'

/** The service, in development: `BINNACLE_URL=http://localhost:8080 npm run dev`. */
const service = process.env.BINNACLE_URL ?? 'http://localhost:8080'

/** Few files, since each request of a first visit costs a phone more. In this order: a file takes what the ones before it left. */
const TOGETHER: { name: string; modules: RegExp[]; minShareCount?: number }[] = [
  // What the sign-in page and the boats both need: the sign-in page loads nothing of the boats.
  {
    name: 'both',
    modules: [
      /@tanstack/,
      /@mantine.core.esm.components.(Input|TextInput|Text.Text\.|Stack|ActionIcon)/,
      /use-uncontrolled/,
      /create-safe-context/,
      /src.shell.mark/,
    ],
  },
  { name: 'signed-in', modules: [/src.signed-in\.ts$/] },
  {
    name: 'start',
    modules: [/src.start.sign-in.sign-in-page/, /src.start.sign-up.sign-up-page/, /src.start.sign-up.welcome-page/],
  },
  // What the charts share with other pages, a dozen small files otherwise. The service names it early: early-links.ts.
  {
    name: 'values',
    modules: [
      /src.charts.range/,
      /src.charts.panes/,
      /src.telemetry.queries/,
      /src.telemetry.nothing-yet/,
      /src.ui.popover/,
      /src.ui.segments/,
      /use-(computed-color-scheme|debounced-callback|resize-observer|merged-ref)/,
      /Icon(Download|Chevron)/,
    ],
    minShareCount: 2,
  },
]

const groups = [
  // What every page needs.
  { name: 'first', tags: ['$initial' as const], priority: TOGETHER.length },
  ...TOGETHER.map(({ modules, ...group }, index) => ({
    ...group,
    test: (id: string) => modules.some((one) => one.test(id)),
    priority: TOGETHER.length - 1 - index,
  })),
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), paintFirst(), everyGroup(), everyStyle(), serviceWorker(), brotli()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    // The service refuses writes from other sites, so it must see the address that it knows as its own.
    proxy: Object.fromEntries(
      SERVICE_PATHS.map((path) => [
        `^/${path}(/|$|\\?)`,
        { target: service, changeOrigin: true, headers: { origin: service } },
      ]),
    ),
  },
})

/** The splash comes before the app's styles and script: a phone on a slow network shows something a second earlier. */
function paintFirst(): Plugin {
  return {
    name: 'paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const [line, sheet] = /\n +(<link rel="stylesheet"[^>]*>)/.exec(html)!
        // In the body a style sheet holds up only what comes after it, and scripts. The app's own styles, in #root, go before it
        // as ever.
        return html
          .replace(line, '')
          .replace('\n    <div id="root">', `\n    ${sheet}$&`)
          .replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
      },
    },
  }
}

/** Fails where TOGETHER names a file that is not, as after a move: the first visit would load more, and nothing else would say so. */
function everyGroup(): Plugin {
  return {
    name: 'every-group',
    apply: 'build',
    generateBundle() {
      const ids = [...this.getModuleIds()]
      for (const { name, modules } of TOGETHER)
        for (const one of modules)
          if (!ids.some((id) => one.test(id))) this.error(`vite.config.ts: no file of ${name} is like ${one}`)
    },
  }
}

const MANTINE = join(import.meta.dirname, '../../node_modules/@mantine/core/styles')

/** What the pages before the sign-in load: see TOGETHER. */
const BEFORE_SIGN_IN = /^assets.(index|both|start)-/

/** Fails where a page uses a Mantine component whose styles it does not load; its class stands in script and style. */
function everyStyle(): Plugin {
  return {
    name: 'every-style',
    apply: 'build',
    generateBundle(_options, bundle) {
      const all = Object.values(bundle)
      const first = all.filter(({ fileName }) => BEFORE_SIGN_IN.test(fileName))
      for (const [files, sheet] of [[first, 'mantine.css'] as const, [all, 'mantine-signed-in.css'] as const]) {
        const scripts = files.map((file) => (file.type === 'chunk' ? file.code : '')).join()
        const styles = files.map((file) => (file.type === 'asset' ? String(file.source) : '')).join()
        for (const name of readdirSync(MANTINE).filter((file) => /^[A-Z]\w+\.css$/.test(file))) {
          const classes = readFileSync(join(MANTINE, name), 'utf8').match(/m_[0-9a-f]{6,8}/g) ?? []
          if (classes.some((one) => scripts.includes(one)) && !classes.some((one) => styles.includes(one)))
            this.error(`a page uses ${name}: import it in src/${sheet}`)
        }
      }
    },
  }
}

/** Data above this is not fetched before it is needed. */
const LARGE_BYTES = 1_000_000

/** Builds the service worker after the app, since it holds the list of the app's files. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const small = Object.values(bundle).filter((file) => file.type === 'chunk' || file.source.length <= LARGE_BYTES)
      const files = small.map(({ fileName }) => fileName).filter((name) => name.startsWith('assets/'))
      const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12)
      await build({
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'warn',
        define: { VERSION: JSON.stringify(version), FILES: JSON.stringify(files.map((file) => `/${file}`)) },
        build: {
          outDir: dir,
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'es2022',
          rolldownOptions: {
            input: 'src/service-worker.ts',
            output: { entryFileNames: 'service-worker.js', format: 'iife' },
          },
        },
      })
    },
  }
}

const COMPRESSED = join(import.meta.dirname, '../../node_modules/.cache/brotli')

/** Remembered by the content: the map's land takes ten seconds of a processor, and most files are as in the build before. */
function compressed(content: Buffer): Buffer {
  const hash = createHash('sha256').update(content).update(process.version).digest('hex')
  const path = join(COMPRESSED, hash)
  if (existsSync(path)) return readFileSync(path)
  const made = brotliCompressSync(content)
  mkdirSync(COMPRESSED, { recursive: true })
  // Another build may read it meanwhile.
  writeFileSync(`${path}-${process.pid}`, made)
  renameSync(`${path}-${process.pid}`, path)
  return made
}

/** Leaves each text file compressed beside itself, as the server sends it. */
function brotli(): Plugin {
  return {
    name: 'brotli',
    apply: 'build',
    writeBundle({ dir }) {
      for (const file of readdirSync(dir!, { recursive: true, encoding: 'utf8' }))
        if (/\.(js|css|html|svg|json|webmanifest)$/.test(file)) {
          const path = join(dir!, file)
          writeFileSync(`${path}.br`, compressed(readFileSync(path)))
        }
    },
  }
}
