import { NativeSelect } from '@mantine/core'
import { useTexts } from '../../texts/use-texts.ts'

/** The engines that can feed the hour meter where more than one is heard, by their instances; '' is the gateway's own choice. */
const ENGINES = {
  nmea2000: ['', 'starboard'],
  nmea0183: ['', 'starboard'],
  signalk: ['', 'starboard'],
  victron: ['', 'genset-0', 'dcgenset-0'],
} as const

interface HourMeterChoiceProps {
  system: keyof typeof ENGINES
  value: string
  onChange: (engine: string) => void
}

/** Which engine's hours move the vessel's hour meter: it has one only. */
export function HourMeterChoice({ system, value, onChange }: HourMeterChoiceProps) {
  const { hourMeter } = useTexts().connections.setup
  return (
    <NativeSelect
      label={hourMeter.label}
      description={hourMeter.description}
      value={value}
      data={ENGINES[system].map((engine) => ({ value: engine, label: hourMeter.engines[engine] }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
