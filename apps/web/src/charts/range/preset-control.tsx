import { useTexts } from '../../texts/use-texts.ts'
import { Segments } from '../../ui/segments.tsx'
import { PRESETS, type Preset } from './window.ts'

interface PresetControlProps {
  /** null: none of them. */
  preset: Preset | null
  choose: (preset: Preset) => void
}

/** The usual ranges of time, side by side. */
export function PresetControl({ preset, choose }: PresetControlProps) {
  const { charts } = useTexts()
  return (
    <Segments
      aria-label={charts.range}
      value={preset}
      onChange={choose}
      choices={PRESETS.map((value) => [value, charts.presets[value]])}
    />
  )
}
