import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { freePort } from '../../scripts/free-port.ts'
import { startProcess, temporaryFolder, untilAnswers } from '../shared/resources.ts'

const PROGRAM = 'victoria-metrics'

/** Whether VictoriaMetrics is installed (Debian: apt-get install victoria-metrics). Its package does not say its version. */
export const isVictoriaInstalled = (): Promise<boolean> =>
  promisify(execFile)(PROGRAM, ['-version']).then(
    () => true,
    () => false,
  )

/**
 * VictoriaMetrics in a folder of its own. It takes the lines that InfluxDB takes. It has no log that is synced before it answers:
 * what it acknowledged in the last second or more is in memory only.
 */
export async function startVictoria(resources: AsyncDisposableStack) {
  const port = await freePort()
  const folder = temporaryFolder(resources)
  const child = startProcess(
    resources,
    PROGRAM,
    [`-storageDataPath=${folder}`, `-httpListenAddr=127.0.0.1:${port}`, '-loggerLevel=ERROR'],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  await untilAnswers(`http://127.0.0.1:${port}/health`, child)
  return { child, port }
}
