import type { Config } from '../config.ts'
import { DiskFrameStore } from './disk-frame-store.ts'
import type { FrameStore } from './frame-store.ts'

/** The store of frames that the settings name. */
export async function openFrameStore(config: Pick<Config, 'dataDir'>): Promise<FrameStore> {
  return new DiskFrameStore(config.dataDir)
}
