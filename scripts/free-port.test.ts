import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

/** The highest of the ports that fetch and browsers refuse: https://fetch.spec.whatwg.org/#port-blocking. */
const HIGHEST_REFUSED = 10_080

test('the lowest port that is given is one that fetch and browsers open', async (t) => {
  t.mock.method(Math, 'random', () => 0, { times: 1 })
  assert.ok((await freePort()) > HIGHEST_REFUSED)
})

const MANY = 1_000

test('two processes never have the same port', async () => {
  const take = `
    import { freePort } from ${JSON.stringify(join(import.meta.dirname, 'free-port.ts'))}
    const ports = []
    for (let i = 0; i < ${MANY}; i++) ports.push(await freePort())
    console.log(JSON.stringify(ports))
    process.stdin.on('data', () => process.exit())`
  const taking = [0, 1].map(() => promisify(execFile)(process.execPath, ['--input-type=module', '-e', take]))
  // Each keeps its ports until both have theirs.
  await Promise.all(taking.map(({ child }) => new Promise((resolve) => child.stdout!.once('data', resolve))))
  for (const { child } of taking) child.stdin!.end('done')
  const ports = (await Promise.all(taking)).flatMap(({ stdout }) => JSON.parse(stdout) as number[])
  assert.equal(new Set(ports).size, 2 * MANY)
})
