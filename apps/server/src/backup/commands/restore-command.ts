import { existsSync } from 'node:fs'
import { refuseOtherUser } from '../../files/data-dir-owner.ts'
import { commandLine } from '../../process/command-line.ts'
import { readConfig } from '../../settings/config.ts'
import { secretPath } from '../../settings/secret.ts'
import { contentsOf, endProgress, showProgress } from '../archive/progress.ts'
import { restore } from '../restore/restore.ts'
import { DECRYPTING, fileOf, keysOf, readArguments, runCommand, seconds, UsageError } from './command.ts'

const USAGE = `Usage: ${commandLine('restore', 'FILE')} [--identity FILE | --passphrase-file FILE] [--salvage]

Puts a backup into an empty installation: a DATA_DIR or a DATABASE_URL without a database of Binnacle; one that is there is left
alone. The archive is read and checked first. An encrypted one needs --identity, the file with the private key of age, or
--passphrase-file (or BACKUP_PASSPHRASE_FILE). Run it with the settings that the service will have, as its user, then start the service.

A damaged backup is refused. With --salvage all that is whole of it is restored, and what is lost is listed.

Examples:
  ${commandLine('restore', '/mnt/usb/before-the-season.tar')}
  ${commandLine('restore', '/mnt/usb/season.tar.age --identity backup-key.txt')}
  ${commandLine('restore', '/mnt/usb/damaged.tar --salvage')}

Exit status: 0 done, 1 refused, failed or damaged, 2 wrong use.`

async function main(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values, files } = readArguments(args, { salvage: { type: 'boolean' }, ...DECRYPTING }, env)
  const [name, ...more] = files
  if (!name || more.length > 0) throw new UsageError('Give one file.')
  const began = Date.now()
  const config = readConfig(env)
  refuseOtherUser(config)
  const keys = await keysOf(values, env)
  const salvage = values.salvage === true
  const restored = await restore({ config, file: fileOf(name, env), report: showProgress(), keys, salvage })
  const { head, manifest, foreign, lost, rows, images, onCluster } = restored
  endProgress()
  const where = config.databaseUrl ? 'the database of DATABASE_URL' : config.dataDir
  const contents = contentsOf({ rows, images })
  const is = lost.length > 0 ? 'as far as it is whole' : 'counted and right'
  const next = onCluster
    ? 'Run psql "$DATABASE_URL" -f deploy/citus.sql, then start the service.'
    : 'Start the service.'
  console.log(`The backup of ${head.made_at} is in ${where}, ${is}: ${contents}, in ${seconds(began)}. ${next}`)
  if (foreign.length > 0) console.log(`Left out, because it is not Binnacle's: ${foreign.join(', ')}.`)
  if (lost.length > 0) console.log(`What is lost or was left out:\n${lost.map((line) => `- ${line}`).join('\n')}`)
  else if (!config.secretKey && !existsSync(secretPath(config)))
    console.log(
      'The secret is not in it, since SECRET_KEY was a setting: set the same one before you start the service.',
    )
  if (manifest && manifest.missing_images.length > 0)
    console.log(`${manifest.missing_images.length} images were gone when it was made, and are shown as missing.`)
}

await runCommand(USAGE, () => main(process.argv.slice(2), process.env))
