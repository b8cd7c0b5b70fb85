import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { readConfig } from '../apps/server/src/settings/config.ts'
import { settingNames } from '../apps/server/src/settings/setting-names.ts'
import { instructionsOf } from './docker/dockerfile.ts'

const REPOSITORY = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(REPOSITORY, name), 'utf8')

interface Service {
  image: string
  build?: string
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  depends_on?: Record<string, object>
}
interface Compose {
  services: Record<string, Service>
  volumes: Record<string, null>
}

for (const file of ['compose.yaml', 'deploy/docker/one-boat.yaml']) {
  const text = read(file)
  const { services, volumes: named } = parse(text, { merge: true }) as Compose
  const ours = Object.values(services).filter(({ image }) => image === 'binnacle')

  test(`${file}: Binnacle gets settings that it has, and that it accepts`, () => {
    assert.ok(ours.length > 0)
    for (const { environment = {}, build } of ours) {
      assert.ok(existsSync(join(REPOSITORY, dirname(file), build!, 'Dockerfile')))
      for (const setting of Object.keys(environment)) assert.ok(settingNames().has(setting), setting)
      const filled = Object.entries(environment).map(([key, value]) => [key, value.replace(/\$\{.*?\}/g, 'example')])
      readConfig(Object.fromEntries(filled))
    }
  })

  test(`${file}: each variable is in its instructions, and each name is of something there`, () => {
    const told = new Set([...text.matchAll(/^# {3}([A-Z_]+)=/gm)].map(([, name]) => name))
    const used = new Set([...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name))
    assert.deepEqual([...used].sort(), [...told].sort())
    for (const { volumes = [], depends_on = {} } of Object.values(services)) {
      for (const service of Object.keys(depends_on)) assert.ok(services[service], service)
      for (const volume of volumes) {
        const [source = ''] = volume.split(':')
        const isThere = source.startsWith('.') ? existsSync(join(REPOSITORY, dirname(file), source)) : source in named
        assert.ok(isThere, volume)
      }
    }
    const { environment } = services.caddy!
    for (const address of environment!.BINNACLE_UPSTREAMS!.split(' '))
      assert.ok(services[address.replace(':8080', '')], address)
    const caddyfile = read('deploy/Caddyfile')
    for (const name of Object.keys(environment!)) assert.ok(caddyfile.includes(`{$${name}:`), name)
  })

  test(`${file}: only Caddy can be reached from outside`, () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports)
    assert.deepEqual(
      open.map(([name]) => name),
      ['caddy'],
    )
  })
}

test('Dockerfile: it runs as nobody in particular, ends by SIGTERM, says its health, and has no secret', () => {
  const instructions = instructionsOf(read('Dockerfile'))
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
  const of = (name: string) => last.filter((instruction) => instruction.name === name).map(({ rest }) => rest)
  assert.deepEqual(of('USER'), ['node'])
  assert.deepEqual(of('STOPSIGNAL'), ['SIGTERM'])
  assert.deepEqual(of('VOLUME'), ['/data'])
  assert.match(of('HEALTHCHECK')[0]!, /\/health\/ready/)
  for (const { name, rest } of instructions.filter(({ name }) => name === 'ENV' || name === 'ARG'))
    assert.doesNotMatch(`${name} ${rest}`, /SECRET|PASSWORD|TOKEN|KEY=/)
})
