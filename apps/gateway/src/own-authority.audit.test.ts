import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { freePort } from '../../../scripts/free-port.ts'
import { boatOf, killAll, startProgram, writeRecording } from '../../../scripts/release/testing/programs.ts'
import { startProcess } from '../../server/src/testing/process.ts'

const folder = mkdtempSync(join(tmpdir(), 'binnacle-authority-'))
after(() => {
  killAll()
  rmSync(folder, { recursive: true, maxRetries: 5 })
})

test('docs/operating.md: a gateway sends to a service with TLS=local once it trusts its authority, and not before', async () => {
  const dataDir = join(folder, 'service')
  const url = `https://127.0.0.1:${await freePort()}`
  const service = await startProcess({ DATA_DIR: dataDir, PORT: String(await freePort()), BASE_URL: url, TLS: 'local' })
  // As binnacle.crt of `binnacle tls`: without the key, which is in the same file.
  const pem = readFileSync(join(dataDir, 'tls/authority.pem'), 'utf8')
  const [certificate] = /-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----\n/s.exec(pem)!
  const authority = join(folder, 'binnacle.crt')
  writeFileSync(authority, certificate)
  setDefaultCACertificates([...getCACertificates(), certificate])
  const { connectionKey, readings } = await boatOf(url)

  writeFileSync(join(folder, 'key'), connectionKey, { mode: 0o600 })
  const recording = join(folder, 'bus.raw')
  writeRecording(recording)
  const settings = join(folder, 'boat.yaml')
  writeFileSync(
    settings,
    `service: ${url}\nkeyFile: key\ndataFolder: data\ninputs: [{type: nmea2000, file: ${recording}, speed: fast}]\n`,
  )
  const gateway = (command: string, env = {}) =>
    startProgram(
      `exec "${process.execPath}" "${join(import.meta.dirname, 'main.ts')}" ${command} --config ${settings}`,
      {
        cwd: folder,
        env: { PATH: process.env.PATH, ...env },
      },
    )
  const trusting = { NODE_EXTRA_CA_CERTS: authority }
  assert.match(await gateway('check --seconds 1').ended(), /certificate/i)
  assert.doesNotMatch(await gateway('check --seconds 1', trusting).ended(), /certificate/i)
  const running = gateway('run', trusting)
  await running.until(async () => (await readings()).includes('depth'), 'a depth')
  await running.stop()
  await service.stop()
})
