import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A certificate that signs itself, as devices in a boat's network have it: paths of PEM files in the folder, and their text. */
export function selfSigned(folder: string) {
  const keyPath = join(folder, 'key.pem')
  const certPath = join(folder, 'cert.pem')
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyPath]
  const args = ['req', '-x509', ...newKey, '-out', certPath, '-days', '1', '-subj', '/CN=venus.local']
  execFileSync('openssl', args, { stdio: 'ignore' })
  return { keyPath, certPath, key: readFileSync(keyPath), cert: readFileSync(certPath) }
}
