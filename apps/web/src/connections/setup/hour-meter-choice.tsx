import { Autocomplete } from '@mantine/core'
import { useTexts } from '../../texts/use-texts.ts'

/** Engines that a system often has besides the one that feeds the hour meter unasked, by their instances. */
const ENGINES = {
  nmea2000: ['starboard'],
  nmea0183: ['starboard'],
  signalk: ['starboard'],
  victron: ['genset-0', 'dcgenset-0'],
} as const

type Engine = (typeof ENGINES)[keyof typeof ENGINES][number]

interface HourMeterChoiceProps {
  system: keyof typeof ENGINES
  value: string
  onChange: (engine: string) => void
}

/** Which engine's hours move the vessel's hour meter. What is heard on board is not known here: any name can be typed. */
export function HourMeterChoice({ system, value, onChange }: HourMeterChoiceProps) {
  const { hourMeter } = useTexts().connections.setup
  return (
    <Autocomplete
      label={hourMeter.label}
      description={hourMeter.description}
      placeholder={hourMeter.unasked}
      value={value}
      data={[...ENGINES[system]]}
      filter={({ options }) => options}
      renderOption={({ option }) => hourMeter.engines[option.value as Engine]}
      onChange={onChange}
      clearable
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
    />
  )
}
