import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { archive, type Files, filesOf } from '../files.ts'
import { PROJECT_HOME } from '../manifest.ts'
import { replaced } from '../replaced.ts'

export const HOME_ASSISTANT = 'binnacle-home-assistant'
const FOLDER = 'deploy/home-assistant'

/** A repository of add-ons with one, the service: what is in deploy/home-assistant, the package of npm, changes and icon. */
export function homeAssistantFiles(root: string, version: string, service: Buffer): Files {
  const files = filesOf(join(root, FOLDER))
  if (PROJECT_HOME)
    files.set('repository.yaml', Buffer.concat([files.get('repository.yaml')!, Buffer.from(`url: ${PROJECT_HOME}\n`)]))
  files.set(
    'binnacle/config.yaml',
    replaced(join(root, FOLDER, 'binnacle/config.yaml'), [
      ['# npm run release writes the version.\nversion: 0.0.0', `version: ${version}`],
    ]),
  )
  files.set('binnacle/CHANGELOG.md', readFileSync(join(root, 'CHANGELOG.md')))
  files.set('binnacle/icon.png', readFileSync(join(root, 'apps/web/public/icon-192.png')))
  files.set('binnacle/binnacle.tgz', service)
  return files
}

/** Nearly all of it is compressed already. */
export const homeAssistantRepository = (root: string, version: string, service: Buffer, time: Date): Promise<Buffer> =>
  archive(homeAssistantFiles(root, version, service), time, { top: HOME_ASSISTANT, programs: new Set(), level: 1 })
