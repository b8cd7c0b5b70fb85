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

/** undefined for what is no measured position: none, estimated, entered by hand or simulated. */
export const gradeOf = (method: unknown): number | undefined => GRADES.get(String(method).toLowerCase())
