import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { chmod, chown, glob } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import { instructionsOf } from './dockerfile.ts'

/**
 * `npm run audit:docker`: does what the Dockerfile says, without Docker: its commands in a folder with what .dockerignore leaves of the last
 * commit, its copies into another, and its command as another user, who may write nothing but the data folder. Takes minutes, and the
 * network that `npm ci` takes. Needs Linux and root. It looks whether the web app and the API are there and what the image's tree weighs.
 */
const NOBODY = 65_534
const REPOSITORY = join(import.meta.dirname, '../..')

const folder = mkdtempSync(join(tmpdir(), 'binnacle-image-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const [build, image, data] = ['build', 'image', 'data'].map((name) => join(folder, name)) as [string, string, string]
for (const path of [build, image, data]) mkdirSync(path)
await chmod(folder, 0o755)

const step = (what: string) => console.log(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${what}`)

/** Names in order, the last that fits decides, as .dockerignore has it; enough of its language for ours. */
async function leaveWhatIsNotIgnored(): Promise<void> {
  const lines = readFileSync(join(REPOSITORY, '.dockerignore'), 'utf8').split('\n')
  const patterns = lines.filter((line) => line && !line.startsWith('#'))
  execFileSync('sh', ['-c', `git archive HEAD | tar -x -C "${build}"`], { cwd: REPOSITORY })
  const kept = new Set<string>()
  for (const pattern of patterns) {
    const name = pattern.replace(/^!/, '')
    for await (const path of glob([name, `${name}/**`], { cwd: build }))
      if (pattern.startsWith('!')) kept.add(path)
      else kept.delete(path)
  }
  for await (const entry of glob('**', { cwd: build, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !kept.has(path.slice(build.length + 1))) rmSync(path)
  }
}

function copy([from, to]: [string, string]): void {
  const path = join(build, from.replace(/^\/binnacle\//, ''))
  cpSync(path, join(image, to === './' ? from.replace(/^.*\//, '') : to), { recursive: true, verbatimSymlinks: true })
}

async function waitFor(url: string): Promise<void> {
  for (const until = Date.now() + 120_000; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const ready = await fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    if (Date.now() > until) throw new Error('the image does not become ready')
  }
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not so: ${what}`)
  step(`ok: ${what}`)
}

await leaveWhatIsNotIgnored()
expect(
  existsSync(join(build, 'package.json')) && !existsSync(join(build, 'README.md')),
  'only what is built from is there',
)
const env: Record<string, string> = { PATH: process.env.PATH! }
let command: string[] = []
let last = false
for (const { name, rest } of instructionsOf(readFileSync(join(REPOSITORY, 'Dockerfile'), 'utf8'))) {
  if (name === 'FROM') last = !rest.endsWith(' AS build')
  if (name === 'RUN' && !last) {
    step(rest)
    execFileSync('sh', ['-c', rest], { cwd: build, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  if (name === 'COPY' && last) copy(rest.replace('--from=build ', '').split(' ') as [string, string])
  if (name === 'ENV') Object.assign(env, Object.fromEntries(rest.split(' ').map((pair) => pair.split('='))))
  if (name === 'CMD') command = JSON.parse(rest)
}
const megabytes = Number(execFileSync('du', ['-sm', image], { encoding: 'utf8' }).split('\t')[0])
step(`${megabytes} MB without Node`)
execFileSync('chmod', ['-R', 'a-w,a+rX', image])
await chown(data, NOBODY, NOBODY)

const url = `http://127.0.0.1:${await freePort()}`
const settings = { ...env, HOST: '127.0.0.1', PORT: new URL(url).port, DATA_DIR: data, HOME: data }
const child = spawn(process.execPath, command.slice(1), {
  cwd: image,
  uid: NOBODY,
  gid: NOBODY,
  env: { ...settings, NODE_COMPILE_CACHE: join(data, 'compile-cache') },
  stdio: ['ignore', 'inherit', 'inherit'],
})
const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
try {
  await Promise.race([waitFor(url), ended.then((code) => Promise.reject(new Error(`it ended with ${code}`)))])
  expect(true, 'it starts as nobody, who may write the data folder only')
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
  const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? []
  expect((await fetch(`${url}${script}`)).ok, 'the web app is there')
  expect((await fetch(`${url}/docs/`)).ok, 'the interface description is there')
  const account = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }
  const headers = { 'content-type': 'application/json' }
  const signUp = { method: 'POST', headers, body: JSON.stringify(account) }
  expect((await fetch(`${url}/api/auth/sign-up/email`, signUp)).ok, 'the first account can be made')
  child.kill('SIGTERM')
  expect((await ended) === 0, 'it ends cleanly')
} finally {
  child.kill('SIGKILL')
  await ended
}
