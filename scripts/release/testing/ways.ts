import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const DOCS = join(import.meta.dirname, '../../../docs')
/** Of what the table says: it is rounded, and differs a little from commit to commit. */
const TOLERANCE = 0.05

interface Counted {
  /** Those of a page that lead to the running service. */
  commands: number
  /** Megabytes. */
  download?: number
  onDisk: number
}

/** Compares a way to install with its row in the table of docs/install.md. */
export function assertAsInTable(way: string, { commands, download, onDisk }: Counted): void {
  const table = readFileSync(join(DOCS, 'install.md'), 'utf8')
  const row = table.split('\n').find((line) => line.startsWith(`| [${way}](`))
  assert.ok(row, `docs/install.md has a row for ${way}`)
  const [, , , saysCommands, , saysDownload, saysOnDisk] = row.split('|')
  assert.equal(commands, Number.parseInt(saysCommands!, 10), `commands of ${way}`)
  if (download) assert.ok(isNear(download, saysDownload!), `${way}: ${download} MB to download`)
  assert.ok(isNear(onDisk, saysOnDisk!), `${way}: ${onDisk} MB on disk`)
}

/** "31 to 49 MB" are those of several processors. */
function isNear(counted: number, says: string): boolean {
  const [least, most = least] = /([\d.]+)(?: to ([\d.]+))?/
    .exec(says)!
    .slice(1)
    .map((text) => text && Number(text)) as number[]
  return counted >= least! * (1 - TOLERANCE) && counted <= most! * (1 + TOLERANCE)
}

/** The commands of the first block in this section of a page. */
export function firstCommands(page: string, section: string): string[] {
  const [, text] = readFileSync(join(DOCS, page), 'utf8').split(`\n${section}\n`)
  const [block] = /(?:^ {4}.+\n)+/m.exec(text!)!
  return block.trimEnd().split('\n')
}

export const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

export const megabytes = (path: string): number =>
  Math.round(filesIn(path).reduce((sum, { name, parentPath }) => sum + statSync(join(parentPath, name)).size, 0) / 1e6)
