import { shareLinks } from '../../server/src/share/dossier/dossier.ts'
import type { Demo } from './prepare.ts'

/** What a start of the demo prints: where it is, how to get in, and three lines to try. */
export function welcome(baseUrl: string, dataDir: string, { keys, boats, shareToken }: Demo): string {
  const rows: [string, string][] = [
    ['Address', baseUrl],
    ['Login', keys.email],
    ['Password', keys.password],
    ['Access key', keys.accessKey],
    ...(shareToken ? [['Shared page', shareLinks(baseUrl, shareToken).page] as [string, string]] : []),
    ['API docs', `${baseUrl}/docs`],
  ]
  const table = rows.map(([name, value]) => `  ${name.padEnd(13)}${value}`)
  return [
    '',
    'The Binnacle demo is running.',
    '',
    ...table,
    '',
    ...toTry(baseUrl, keys.accessKey, boats),
    '',
    end(dataDir),
  ].join('\n')
}

function toTry(baseUrl: string, key: string, boats: Demo['boats']): string[] {
  const curl = (path: string) => `  curl -H "Authorization: Bearer ${key}" "${baseUrl}/v1/vessels${path}"`
  const [first] = boats
  if (!first) return ['Try:', '', curl('')]
  const { name } = first.boat.vessel
  return [
    `Try: the boats, what is due on ${name}, and its newest readings`,
    '',
    curl(''),
    curl(`/${first.vesselId}/due`),
    curl(`/${first.vesselId}/telemetry?limit=8`),
  ]
}

const end = (dataDir: string) => `Ctrl+C stops it. Everything is kept in ${dataDir} for the next start.\n`
