import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Files, filesOf } from '../files.ts'
import { madeOnce } from '../made-once.ts'
import { pagesOf, pageText, placeOfPicture } from './pages.ts'

/** Where the service finds the pages: apps/server/src/web/help.ts. */
export const HELP_FOLDER = 'apps/server/dist/help'

const SITE = 'docs/site'
const run = promisify(execFile)

/** The pages at /help, by VitePress. `folder` is for what is made meanwhile. */
export async function helpFiles(root: string, folder: string): Promise<Files> {
  const modules = await vitePress(root)
  const site = join(folder, 'help')
  mkdirSync(site)
  cpSync(join(root, SITE, '.vitepress'), join(site, '.vitepress'), { recursive: true })
  cpSync(join(root, SITE, 'package.json'), join(site, 'package.json'))
  symlinkSync(modules, join(site, 'node_modules'))
  const pages = pagesOf(root)
  for (const [source, page] of pages) writeFileSync(join(site, page), pageText(root, source, pages))
  for (const pictures of ['docs/screens', 'apps/signalk-plugin/public'])
    cpSync(join(root, pictures), join(site, dirname(placeOfPicture(`${pictures}/any`)!)), { recursive: true })
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const env = { ...process.env, HELP_VERSION: version, NODE_ENV: 'production' }
  await run(process.execPath, [join(modules, 'vitepress/bin/vitepress.js'), 'build', '.'], { cwd: site, env })
  return withoutInlineScripts(filesOf(join(site, '.vitepress/dist')))
}

/** Its packages are for this only, and 100 MB: they are installed when first needed, once for each version of their lock. */
export async function vitePress(root: string): Promise<string> {
  const lock = readFileSync(join(root, SITE, 'package-lock.json'))
  const place = join(
    root,
    'node_modules/.cache',
    `help-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`,
  )
  await madeOnce(place, (made) => {
    for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, SITE, name), join(made, name))
    // Also where NODE_ENV is production, as in a release once the web app is built.
    const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
    return run('npm', args, { cwd: made })
  })
  return join(place, 'node_modules')
}

const INLINE = /<script id="[\w-]+">(.+?)<\/script>/gs

/** The service's policy allows scripts in files only. These set the colours before the page is painted. */
function withoutInlineScripts(files: Files): Files {
  const scripts: Files = new Map()
  for (const [path, content] of files) {
    if (!path.endsWith('.html')) continue
    const text = content.toString().replace(INLINE, (_, script: string) => {
      const name = `assets/${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`
      scripts.set(name, Buffer.from(script))
      return `<script src="/help/${name}"></script>`
    })
    files.set(path, Buffer.from(text))
  }
  return new Map([...files, ...scripts])
}
