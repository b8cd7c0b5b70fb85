/** Archives that the service makes by itself. */
export type Kind = 'daily' | 'before-upgrade'

export interface OwnArchive {
  name: string
  at: Date
}

const DAY_MS = 24 * 60 * 60_000

/** However old they are: a clock that was set wrongly for a day must not cost them all. */
const KEEP_DAILY = 3
const KEEP_BEFORE_UPGRADE = 2

/** As age names what it has encrypted. */
const ENCRYPTED = '.age'

/** `installation` tells archives of several installations in one folder apart. */
export function archiveName(kind: Kind, installation: string, now: Date, encrypted: boolean): string {
  const stamp = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  return `binnacle-${kind}-${installation}-${stamp}.tar${encrypted ? ENCRYPTED : ''}`
}

/**
 * Of the files in a folder those that this installation made by itself, under any of its marks, newest first; what else is there
 * is nobody's business.
 */
export function ownArchives(names: string[], kind: Kind, installations: string[]): OwnArchive[] {
  return names
    .flatMap((name) => {
      const stamp = /-(\d{8}T\d{6}Z)\.tar(?:\.age)?$/.exec(name)?.[1]
      const iso = stamp?.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z')
      const at = new Date(iso ?? Number.NaN)
      const isNamedBy = (installation: string) => archiveName(kind, installation, at, name.endsWith(ENCRYPTED)) === name
      return !Number.isNaN(at.getTime()) && installations.some(isNamedBy) ? [{ name, at }] : []
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime())
}

/** What goes when a new daily archive is there: what is older than so many days. */
export function expiredDaily(archives: OwnArchive[], now: Date, keepDays: number): OwnArchive[] {
  const oldest = now.getTime() - keepDays * DAY_MS
  return archives.slice(KEEP_DAILY).filter(({ at }) => at.getTime() < oldest)
}

export const expiredBeforeUpgrade = (archives: OwnArchive[]): OwnArchive[] => archives.slice(KEEP_BEFORE_UPGRADE)
