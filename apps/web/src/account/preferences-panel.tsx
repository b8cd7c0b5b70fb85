import { Stack, Text, useMantineColorScheme } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { usePreferences } from '../format/preferences.ts'
import { useFormat } from '../format/use-format.ts'
import { LANGUAGES, type Language } from '../texts/languages.ts'
import { useTexts } from '../texts/use-texts.ts'
import { useNow } from '../ui/clock.ts'
import { Panel } from '../ui/panel.tsx'
import { Segments } from '../ui/segments.tsx'
import classes from './account.module.css'

/** A boat's length in m, a coolant temperature in °C and a tank in l that show what units look like. */
const EXAMPLE = { length: 12.5, temperature: 82, volume: 200 }

/** How this browser shows things: language, units, colours; the time zone is the device's. */
export function PreferencesPanel() {
  const { preferences: texts } = useTexts().account
  const { preferences, change } = usePreferences()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const format = useFormat()
  const now = useNow()
  const example = texts.unitsExample(
    format.length(EXAMPLE.length),
    format.metric('engine_coolant_temp', EXAMPLE.temperature).text,
    format.volume(EXAMPLE.volume),
  )
  return (
    <Panel title={texts.title}>
      <Stack gap="lg">
        <p className={classes.quiet}>{texts.note}</p>
        <Choice
          label={texts.language}
          value={preferences.language}
          options={(Object.keys(LANGUAGES) as Language[]).map((value) => [value, LANGUAGES[value].name])}
          onChange={(language) => change({ language })}
        />
        <Choice
          label={texts.units}
          value={preferences.units}
          options={[
            ['metric', texts.metric],
            ['us', texts.us],
          ]}
          onChange={(units) => change({ units })}
          note={example}
        />
        <Choice
          label={texts.scheme}
          value={colorScheme}
          options={[
            ['auto', texts.auto],
            ['light', texts.light],
            ['dark', texts.dark],
          ]}
          onChange={setColorScheme}
        />
        <div>
          <Text fw={600}>{texts.zone}</Text>
          <p className={classes.quiet}>
            {texts.zoneText(Intl.DateTimeFormat().resolvedOptions().timeZone, format.time(now))}
          </p>
        </div>
      </Stack>
    </Panel>
  )
}

interface ChoiceProps<T extends string> {
  label: string
  value: T
  options: [value: T, text: string][]
  onChange: (value: T) => void
  note?: ReactNode
}

function Choice<T extends string>({ label, value, options, onChange, note }: ChoiceProps<T>) {
  const id = useId()
  return (
    <div>
      <Text id={id} fw={600} mb={4}>
        {label}
      </Text>
      <Segments aria-labelledby={id} value={value} onChange={onChange} choices={options} />
      {note && <p className={classes.quiet}>{note}</p>}
    </div>
  )
}
