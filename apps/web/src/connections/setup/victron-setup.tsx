import { Checkbox, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../texts/use-texts.ts'
import { GatewaySteps } from './gateway-steps.tsx'
import { HourMeterChoice } from './hour-meter-choice.tsx'
import type { SetupProps } from './setup-props.ts'

/** The name that a GX has in its own network. */
const USUAL_HOST = 'venus.local'

/** The gateway beside a Victron GX. */
export function VictronSetup(props: SetupProps) {
  const { setup } = useTexts().connections
  const [host, setHost] = useState(USUAL_HOST)
  const [secured, setSecured] = useState(false)
  const [hourMeter, setHourMeter] = useState('')
  const wrong = !/^[\w.:-]+$/.test(host.trim())
  return (
    <GatewaySteps
      {...props}
      inputs={[{ type: 'victron', host: wrong ? USUAL_HOST : host, secured }]}
      hourMeter={hourMeter}
      before={<Text fw={600}>{setup.victron}</Text>}
      form={
        <>
          <TextInput
            label={setup.at.host}
            value={host}
            error={wrong && setup.wrongAt.host}
            onChange={(event) => setHost(event.currentTarget.value)}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
          />
          <Checkbox
            label={setup.secured}
            checked={secured}
            onChange={(event) => setSecured(event.currentTarget.checked)}
          />
          <HourMeterChoice system="victron" value={hourMeter} onChange={setHourMeter} />
        </>
      }
    />
  )
}
