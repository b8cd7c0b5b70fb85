import type { Manifest } from './contents.ts'

/** What a backup or a restore has done so far. */
interface Done {
  rows: number
  images: number
  bytes: number
}

export type Report = (doing: string, done: Done) => void

const EVERY_MS = 2_000

/** Says on standard error what goes on: in one line that changes on a terminal, else in a line now and then. */
export function showProgress(now = () => Date.now()): Report {
  const terminal = process.stderr.isTTY
  let said = now()
  return (doing, done) => {
    if (now() - said < (terminal ? EVERY_MS / 10 : EVERY_MS)) return
    said = now()
    const line = `${doing}: ${amount(done)}`
    process.stderr.write(terminal ? `\r\x1b[2K${line}` : `${line}\n`)
  }
}

/** Ends the line that showProgress may have begun. */
export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[2K')
}

const amount = ({ rows, images, bytes }: Done): string => `${counted(rows, images)}, ${megabytes(bytes)}`

const counted = (rows: number, images: number) =>
  `${rows.toLocaleString('en')} rows, ${images.toLocaleString('en')} images`

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

/** Such as "12,345 rows, 48 images". */
export const contentsOf = ({ rows, images }: Pick<Manifest, 'rows' | 'images'>): string =>
  counted(
    Object.values(rows).reduce((sum, count) => sum + count, 0),
    images,
  )

export const quiet: Report = () => {}
