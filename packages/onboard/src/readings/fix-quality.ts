/** How well a receiver knows its position. */
export interface FixQuality {
  /** The kind of fix, higher is better; 0 where the receiver does not say. */
  grade: number
  /** In use; 0 where the receiver does not say. */
  satellites: number
}

/** By the words of NMEA 2000's "method", which Signal K's methodQuality has too, in small letters. */
const GRADES = new Map([
  ['gnss fix', 1],
  ['dgnss fix', 2],
  ['precise gnss', 3],
  ['rtk float', 3],
  ['rtk fixed integer', 4],
])

/** What a receiver has said of its position; 'lost': it is not measured. */
export type Fix = FixQuality | 'lost'

/** A receiver says every second or two how it has its position; one that has not said so for this long may have a fix again. */
export const FIX_HOLDS_MS = 60_000

/** undefined for what is no measured position: none, estimated, entered by hand or simulated. */
export const gradeOf = (method: unknown): number | undefined => GRADES.get(String(method).toLowerCase())

/** Receivers without a fix put the boat in the Gulf of Guinea. */
export const isNowhere = ({ latitude, longitude }: { latitude?: unknown; longitude?: unknown }): boolean =>
  latitude === 0 && longitude === 0

const NONE = new Set([
  ...['no gnss', 'no gps', 'estimated (dr) mode', 'manual input', 'simulate mode', 'simulator mode', 'error'],
])

/** The same of words that may be any; undefined for those that say nothing of it. */
export function fixOf(method: unknown, satellites: number): Fix | undefined {
  const grade = gradeOf(method)
  if (grade !== undefined) return { grade, satellites }
  return NONE.has(String(method).toLowerCase()) ? 'lost' : undefined
}
