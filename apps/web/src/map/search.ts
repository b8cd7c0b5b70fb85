import { PRESETS, type Preset } from '../charts/range/window.ts'

/** What the map shows, as it stands in the address. */
interface MapSearch {
  range?: Preset
}

export function readMapSearch({ range }: Record<string, unknown>): MapSearch {
  const preset = PRESETS.find((preset) => preset === range)
  return preset ? { range: preset } : {}
}
