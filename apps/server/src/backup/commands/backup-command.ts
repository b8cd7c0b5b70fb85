import { openFrameStore } from '../../cameras/stores/open-frame-store.ts'
import { refuseOtherUser } from '../../files/data-dir-owner.ts'
import { commandLine } from '../../process/command-line.ts'
import { readConfig } from '../../settings/config.ts'
import { isEncrypting, type Keys } from '../archive/encryption.ts'
import { contentsOf, endProgress, megabytes, showProgress } from '../archive/progress.ts'
import { makeBackup } from '../make/make-backup.ts'
import { withSource } from '../make/source.ts'
import { tryRestore } from '../restore/restore.ts'
import { DECRYPTING, fileOf, keysOf, readArguments, runCommand, seconds, UsageError } from './command.ts'

const USAGE = `Usage: ${commandLine('backup', 'FILE')} [--recipient age1… | --passphrase-file FILE]
       ${commandLine('backup', '--check FILE')} [--identity FILE | --passphrase-file FILE]

Writes everything of this installation (database, images, the secret of DATA_DIR) into one file, and reads it back; the service may
run meanwhile. With --check it reads a backup from end to end, loads it into a database in the folder for temporary files (TMPDIR),
removes that, and says whether the backup can be restored. Run it with the settings of the service (DATA_DIR, DATABASE_URL,
FRAME_STORE), as its user. Without encryption, who has the file can read everything.

It is encrypted for the public keys of age in --recipient (separated by commas) or BACKUP_RECIPIENT, or with the passphrase in
--passphrase-file or BACKUP_PASSPHRASE_FILE. --identity is the file with the private key.

Examples:
  ${commandLine('backup', '/mnt/usb/before-the-season.tar')}
  ${commandLine('backup', '/mnt/usb/season.tar.age --recipient age1…')}
  ${commandLine('backup', '--check /mnt/usb/season.tar.age --identity backup-key.txt')}

Exit status: 0 done, 1 refused, failed or damaged, 2 wrong use.`

async function main(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values, files } = readArguments(
    args,
    { check: { type: 'boolean' }, recipient: { type: 'string' }, ...DECRYPTING },
    env,
  )
  const [name, ...more] = files
  if (!name || more.length > 0) throw new UsageError('Give one file.')
  const file = fileOf(name, env)
  if (values.check) {
    if (values.recipient) throw new UsageError('A backup is checked with --identity, not with --recipient.')
    await check(file, await keysOf(values, env))
  } else {
    if (values.identity) throw new UsageError('A backup is encrypted with --recipient, not with --identity.')
    await backup(file, withOptions(env, values))
  }
}

/** The options stand for the settings of that name, and instead of both. */
function withOptions(env: NodeJS.ProcessEnv, values: { [name: string]: string | boolean | undefined }): typeof env {
  const { recipient, 'passphrase-file': passphraseFile } = values as Record<string, string | undefined>
  if (recipient === undefined && passphraseFile === undefined) return env
  const BACKUP_PASSPHRASE_FILE = passphraseFile && fileOf(passphraseFile, env)
  return { ...env, BACKUP_RECIPIENT: recipient, BACKUP_PASSPHRASE_FILE }
}

async function backup(file: string, env: NodeJS.ProcessEnv): Promise<void> {
  const began = Date.now()
  const config = readConfig(env)
  refuseOtherUser(config)
  const made = await withSource(config, async ({ db }, reading) => {
    // It makes its folders, which a mistyped DATA_DIR is not to get.
    const store = await openFrameStore(config)
    const order = { db, config, store, file, now: new Date(), report: showProgress(), ...(reading && { reading }) }
    return makeBackup(order).finally(() => store.close())
  })
  endProgress()
  console.log(`${file} is written and verified: ${contentsOf(made)}, ${megabytes(made.bytes)}, in ${seconds(began)}.`)
  sayForeign(made.head.foreign ?? [])
  if (made.head.loose?.length)
    console.log(
      `The database lacks rules of Binnacle: ${made.head.loose.join(', ')}. Rows may break them, and restore would refuse those: see whether it can be restored with --check.`,
    )
  console.log(isEncrypting(config) ? 'It is encrypted.' : 'It is not encrypted.')
  if (made.missing_images.length > 0)
    console.log(
      `Of ${made.missing_images.length} images there was no file (removed meanwhile, or earlier): manifest.json in it names them.`,
    )
  if (config.secretKey) console.log('SECRET_KEY is a setting and not in it: keep that, too.')
}

/** Restores it where nobody sees it, since that shows what no checksum does. */
async function check(file: string, keys: Keys): Promise<void> {
  const began = Date.now()
  const { head, manifest, foreign } = await tryRestore({ file, report: showProgress(), keys })
  endProgress()
  console.log(
    `${file} is whole and right: of ${head.made_at}, ${head.version ? `version ${head.version}, ` : ''}schema ${head.schema.at(-1)}, ${contentsOf(manifest!)}, read and loaded in ${seconds(began)}.`,
  )
  sayForeign([...(head.foreign ?? []), ...foreign])
  if (!head.images) console.log('It holds no images: it was made before an upgrade, which leaves them where they are.')
}

function sayForeign(foreign: string[]): void {
  if (foreign.length > 0) console.log(`Not Binnacle's, and therefore not in it: ${foreign.join(', ')}.`)
}

await runCommand(USAGE, () => main(process.argv.slice(2), process.env))
