import { openFrameStore } from '../../cameras/stores/open-frame-store.ts'
import { readConfig } from '../../config.ts'
import { checkArchive } from '../archive/check-archive.ts'
import { contentsOf, endProgress, megabytes, showProgress } from '../archive/progress.ts'
import { makeBackup } from '../make/make-backup.ts'
import { withSource } from '../make/source.ts'
import { fileOf, readArguments, runCommand, seconds, UsageError } from './command.ts'

const USAGE = `Usage: npm run backup -- FILE
       npm run backup -- --check FILE

Writes everything of this installation (database, images, the secret of DATA_DIR) into one file, and reads it back; the service may
run meanwhile. With --check it reads a backup from end to end and says whether it is whole. Run it with the settings of the
service (DATA_DIR, DATABASE_URL, FRAME_STORE), as its user. The file is for your eyes only: who has it can read everything.

Exit status: 0 done, 1 refused, failed or damaged, 2 wrong use.`

async function main(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values, files } = readArguments(args, { check: { type: 'boolean' } })
  const [name, ...more] = files
  if (!name || more.length > 0) throw new UsageError('Give one file.')
  // Without the -- before it npm takes the option for its own.
  if (env.npm_config_check) throw new UsageError('The -- before --check is missing.')
  await (values.check ? check(fileOf(name, env)) : backup(fileOf(name, env), env))
}

async function backup(file: string, env: NodeJS.ProcessEnv): Promise<void> {
  const began = Date.now()
  const config = readConfig(env)
  const store = await openFrameStore(config)
  const made = await withSource(config, ({ db }, reading) =>
    makeBackup({ db, config, store, file, now: new Date(), report: showProgress(), ...(reading && { reading }) }),
  ).finally(() => store.close())
  endProgress()
  console.log(
    `${file} is written, read back and right: ${contentsOf(made)}, ${megabytes(made.bytes)}, in ${seconds(began)}.`,
  )
  if (made.missing_images.length > 0)
    console.log(
      `Of ${made.missing_images.length} images there was no file (removed meanwhile, or earlier): manifest.json in it names them.`,
    )
  if (config.secretKey) console.log('SECRET_KEY is a setting and not in it: keep that, too.')
}

async function check(file: string): Promise<void> {
  const began = Date.now()
  const { head, manifest } = await checkArchive(file, showProgress())
  endProgress()
  console.log(
    `${file} is whole and right: of ${head.made_at}, schema ${head.schema.at(-1)}, ${contentsOf(manifest)}, read in ${seconds(began)}.`,
  )
  if (!head.images) console.log('It holds no images: it was made before an upgrade, which leaves them where they are.')
}

await runCommand(USAGE, () => main(process.argv.slice(2), process.env))
