import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../scripts/free-port.ts'
import { startProcess, temporaryFolder, untilAnswers } from '../shared/resources.ts'

/** The version of the InfluxDB 1.x that is installed (Debian: apt-get install influxdb); null without one. */
export async function influxVersion(): Promise<string | null> {
  const version = await promisify(execFile)('influxd', ['version']).catch(() => null)
  return /v(1\.\S+)/.exec(version?.stdout ?? '')?.[1] ?? null
}

/**
 * InfluxDB in a folder of its own with a database `bench`. Its defaults, among them a sync of the WAL for each write
 * (wal-fsync-delay 0s), but for what would only slow it down: its own statistics, its log and continuous queries.
 */
export async function startInflux(resources: AsyncDisposableStack) {
  const folder = temporaryFolder(resources)
  const [port, rpcPort] = [await freePort(), await freePort()]
  const config = join(folder, 'influxdb.conf')
  await writeFile(
    config,
    `reporting-disabled = true
bind-address = "127.0.0.1:${rpcPort}"
[meta]
  dir = "${folder}/meta"
  logging-enabled = false
[data]
  dir = "${folder}/data"
  wal-dir = "${folder}/wal"
  wal-fsync-delay = "0s"
  query-log-enabled = false
[http]
  bind-address = "127.0.0.1:${port}"
  auth-enabled = false
  log-enabled = false
[logging]
  level = "error"
  suppress-logo = true
[monitor]
  store-enabled = false
[subscriber]
  enabled = false
[continuous_queries]
  enabled = false
`,
  )
  const child = startProcess(resources, 'influxd', ['-config', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://127.0.0.1:${port}`
  await untilAnswers(`${url}/ping`, child)
  const made = await fetch(`${url}/query?q=create+database+bench`, { method: 'POST' })
  if (!made.ok) throw new Error(`InfluxDB: ${await made.text()}`)
  return { child, port }
}
