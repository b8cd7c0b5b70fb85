import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { lacks, skipUnless } from '../../programs.ts'

/** For a test's `skip`. */
export const lacksDebian = (): string | false =>
  lacks('debootstrap') || skipUnless(process.getuid!() === 0, 'a chroot needs root')

/** Makes a new Debian 13 in this folder: its smallest, with what our packages need of it. Its Node is too old for the service. */
export const newDebian = (folder: string) =>
  promisify(execFile)('debootstrap', ['--variant=minbase', '--include=adduser,libatomic1,nodejs', 'trixie', folder], {
    maxBuffer: 1e8,
  })
