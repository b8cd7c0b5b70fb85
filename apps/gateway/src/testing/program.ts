import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { QUICK_START } from '../../../../scripts/quick-start.ts'

const MAIN = join(import.meta.dirname, '../main.ts')

/** Starts the program as a user does; it ends with the test at the latest. */
export function gateway(t: TestContext, ...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...QUICK_START.env },
  })
  t.after(() => child.kill('SIGKILL'))
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (said.err += text))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }))
  return {
    child,
    said,
    ended,
    stop: (signal: NodeJS.Signals = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

export const run = (t: TestContext, ...args: string[]) => gateway(t, ...args).ended

interface Files {
  service: string
  key: string
  inputs: string
  more?: string
}

/** A folder with settings and a key; gives the path of the settings. */
export function settings(t: TestContext, { service, key, inputs, more = '' }: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-gateway-'))
  t.after(() => rmSync(folder, { recursive: true, maxRetries: 3 }))
  writeFileSync(join(folder, 'boat.key'), key, { mode: 0o600 })
  const path = join(folder, 'boat.yaml')
  writeFileSync(path, `service: ${service}\nkeyFile: boat.key\ndataFolder: data\ninputs:\n${inputs}${more}`)
  return path
}

/** Nobody listens there. */
export const UNUSED = '  - {type: nmea0183, tcp: "127.0.0.1:1"}\n'
