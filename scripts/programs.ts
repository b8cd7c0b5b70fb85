import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The programs that tests start, and the Debian packages that have them; .ci/run installs all of these packages. */
const DEBIAN_PACKAGES = {
  age: 'age',
  'apt-get': 'apt',
  caddy: 'caddy',
  chromium: 'chromium chromium-headless-shell fonts-dejavu-core',
  curl: 'curl',
  debootstrap: 'debootstrap',
  'docker-compose': 'docker-compose',
  'dpkg-deb': 'dpkg',
  'fail2ban-regex': 'fail2ban',
  ffmpeg: 'ffmpeg',
  file: 'file',
  haproxy: 'haproxy',
  initdb: 'postgresql',
  lintian: 'lintian',
  mosquitto: 'mosquitto',
  openssl: 'openssl',
  promtool: 'prometheus',
  'qemu-aarch64-static': 'qemu-user-static',
  'qemu-arm-static': 'qemu-user-static',
  'redis-server': 'redis-server',
  script: 'bsdutils',
  shellcheck: 'shellcheck',
  'swift-proxy-server': 'swift-proxy swift-account swift-container swift-object',
  'systemd-analyze': 'systemd',
  unzip: 'unzip',
}

export type Program = keyof typeof DEBIAN_PACKAGES

/** The path of a program of this machine; null when it is not installed. */
export function findProgram(program: Program): string | null {
  // The folders of daemons are not in every user's PATH; those of PostgreSQL's server are in nobody's.
  const postgres = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  const daemons = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin', '/opt/homebrew/sbin']
  const folders = [...postgres, ...(process.env.PATH ?? '').split(delimiter), ...daemons]
  return folders.map((folder) => join(folder, program)).find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** For a test's `skip`: the first of these programs that is not installed, and how to install it. In CI it throws. */
export function lacks(...programs: Program[]): string | false {
  const missing = programs.find((program) => !findProgram(program))
  return missing ? skipUnless(false, howToInstall(missing)) : false
}

/** For a test's `skip`: the reason, unless what it needs is there. In CI everything has to be there: it throws. */
export function skipUnless(isThere: boolean, reason: string): string | false {
  if (!isThere && process.env.CI) throw new Error(reason)
  return isThere ? false : reason
}

const howToInstall = (program: Program) =>
  `${program} is not installed. On Debian: apt-get install ${DEBIAN_PACKAGES[program]}`

/** The path of a program. Throws, and says how to install it, when it is not there. */
export function needProgram(program: Program): string {
  const path = findProgram(program)
  if (!path) throw new Error(howToInstall(program))
  return path
}

/** For .ci/run: the Debian packages that are missing, one a line. */
if (import.meta.main)
  for (const [program, packages] of Object.entries(DEBIAN_PACKAGES))
    if (!findProgram(program as Program)) console.log(packages)
