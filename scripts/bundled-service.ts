import { execFile } from 'node:child_process'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PROGRAM_NAMES } from './quick-start.ts'
import { BUNDLE, KEPT, serviceBundle } from './release/service-bundle.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * Makes the programs that audits start as a release has them, and gives their folder (quick-start.ts has `programFile`): to find
 * and read a thousand modules takes a process as long as all else of its start. What they read besides is this checkout's.
 */
export async function bundledService(folder: string): Promise<{ TEST_PROGRAMS: string }> {
  await mkdir(join(folder, BUNDLE), { recursive: true })
  for (const name of ['package.json', 'node_modules']) await symlink(join(ROOT, name), join(folder, name))
  for (const name of await readdir(join(ROOT, 'apps')))
    if (name !== 'dist') await symlink(join(ROOT, 'apps', name), join(folder, 'apps', name))
  const { stdout } = await promisify(execFile)('git', ['ls-files', 'apps/server/src', 'apps/demo/src'], { cwd: ROOT })
  const modules = stdout.split('\n').filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(path))
  const programs = Object.fromEntries(Object.entries(PROGRAM_NAMES).map(([path, name]) => [name, path]))
  const { files } = await serviceBundle(ROOT, modules, {
    programs,
    // testing/kill-before.ts changes it: it must be the same one.
    kept: [...KEPT, 'pg'],
    // server/src/process/command-line.ts takes it for a checkout, as tests do.
    define: { 'import.meta.filename': "'command-line.ts'" },
  })
  for (const [name, content] of files) await writeFile(join(folder, BUNDLE, name), content)
  return { TEST_PROGRAMS: join(folder, BUNDLE) }
}
