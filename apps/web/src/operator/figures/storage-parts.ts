import type { OperatorFigures } from '@binnacle/contract'

type Storage = OperatorFigures['storage']

export interface Part {
  name: 'telemetry' | 'database' | 'frames' | 'photos'
  bytes: number
  /** How many files it is, where it is files. */
  files: number | null
}

/** What fills the disk, in the order in which it is drawn. */
export function partsOf(storage: Storage): Part[] {
  const { database_bytes, telemetry_bytes, frame_bytes, frames, photo_bytes, photos } = storage
  return [
    { name: 'telemetry', bytes: telemetry_bytes, files: null },
    { name: 'database', bytes: Math.max(0, database_bytes - telemetry_bytes), files: null },
    { name: 'frames', bytes: frame_bytes, files: frames },
    { name: 'photos', bytes: photo_bytes, files: photos },
  ]
}
