import type { Device } from '../readings/reading.ts'
import type { Pgn } from './pgn.ts'

const ADDRESS_CLAIM = 60928
const PRODUCT_INFORMATION = 126996

/** What devices say of themselves when the bus is switched on, or when a chart plotter asks. */
export const DEVICE_PGNS: readonly number[] = [ADDRESS_CLAIM, PRODUCT_INFORMATION]

/**
 * Makes a watch over the devices of one bus: what the sender of a message has told of itself. Its NAME (the claim) is its own, its
 * address may be another one tomorrow.
 */
export function deviceWatch(): (message: Pgn) => Device | undefined {
  /** By bus address, of which there are 254. */
  const devices = new Map<number, Device>()
  return ({ pgn, src, fields }) => {
    const { id, names = [] } = devices.get(src) ?? {}
    if (pgn === PRODUCT_INFORMATION) devices.set(src, { ...(id && { id }), names: namesOf(fields) })
    if (pgn === ADDRESS_CLAIM) {
      const claimed = `${fields.manufacturerCode} ${fields.uniqueNumber}`
      if (id !== claimed) devices.set(src, { id: claimed, names: id === undefined ? names : [] })
    }
    return devices.get(src)
  }
}

/** "DST810", "DST810 0012345". */
function namesOf({ modelId, modelSerialCode }: Pgn['fields']): string[] {
  const [model, serial] = [modelId, modelSerialCode].map((text) => (typeof text === 'string' ? text.trim() : ''))
  if (!model) return []
  return serial ? [model, `${model} ${serial}`] : [model]
}
