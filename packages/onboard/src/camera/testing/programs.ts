import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'node:test'

/** A new folder that is gone after the test. */
export async function temporaryFolder(t: Pick<TestContext, 'after'>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-camera-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

interface FakePrograms {
  folder: string
  /** The arguments of its last call. */
  argumentsOf(name: string): Promise<string[]>
}

/**
 * Puts shell scripts on the PATH in front of the real programs, or, with `alone`, with nothing but the few tools they use
 * themselves. Each notes its arguments and then does what its text says; $HERE is their folder.
 */
export async function fakePrograms(
  t: TestContext,
  scripts: Record<string, string>,
  alone = false,
): Promise<FakePrograms> {
  const folder = await temporaryFolder(t)
  for (const [name, script] of Object.entries(scripts)) {
    const path = join(folder, name)
    await writeFile(
      path,
      `#!/bin/sh\nHERE=${folder}\nfor a in "$@"; do echo "$a"; done >$HERE/${name}.arguments\n${script}\n`,
    )
    await chmod(path, 0o755)
  }
  const before = process.env.PATH
  process.env.PATH = alone ? folder : `${folder}${delimiter}${before}`
  t.after(() => {
    process.env.PATH = before
  })
  const argumentsOf = async (name: string) =>
    (await readFile(join(folder, `${name}.arguments`), 'utf8')).trim().split('\n')
  return { folder, argumentsOf }
}

/** Whether a process is there and not a zombie. */
export async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null)
  return status !== null && !/^State:\s+[ZX]/m.test(status)
}
