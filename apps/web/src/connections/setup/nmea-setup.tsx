import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../texts/use-texts.ts'
import { GatewaySteps } from './gateway-steps.tsx'
import { HourMeterChoice } from './hour-meter-choice.tsx'
import type { SetupProps } from './setup-props.ts'
import { problemOfAt, WIRINGS, type Wiring, wiringsOf } from './wirings.ts'

const BAUDS = ['4800', '38400', '115200']

/** The gateway on an NMEA network: which adapter, and where it is. */
export function NmeaSetup({ type, ...props }: SetupProps & { type: 'nmea2000' | 'nmea0183' }) {
  const { setup } = useTexts().connections
  const wirings = wiringsOf(type)
  const [wiring, setWiring] = useState<Wiring>(wirings[0]!)
  const [at, setAt] = useState<string>(WIRINGS[wirings[0]!].at)
  const [baud, setBaud] = useState(BAUDS[0]!)
  const [hourMeter, setHourMeter] = useState('')
  const usual = WIRINGS[wiring]
  const problem = problemOfAt(usual.link, at)
  const input = 'baud' in usual ? { ...usual, at, baud: Number(baud) } : { ...usual, at: problem ? usual.at : at }
  const choose = (chosen: Wiring) => {
    setWiring(chosen)
    setAt(WIRINGS[chosen].at)
  }
  return (
    <GatewaySteps
      {...props}
      inputs={[input]}
      hourMeter={hourMeter}
      hint={usual.link === 'can' ? setup.canHint : undefined}
      form={
        <>
          <Group align="start" grow preventGrowOverflow={false}>
            <NativeSelect
              label={setup.gateway.wiring}
              value={wiring}
              data={wirings.map((value) => ({ value, label: setup.wirings[value] }))}
              onChange={(event) => choose(event.currentTarget.value as Wiring)}
            />
            <TextInput
              label={setup.at[usual.link]}
              value={at}
              error={problem && setup.wrongAt[problem]}
              onChange={(event) => setAt(event.currentTarget.value)}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
            />
            {'baud' in usual && (
              <NativeSelect
                label={setup.at.baud}
                value={baud}
                data={BAUDS}
                onChange={(event) => setBaud(event.currentTarget.value)}
              />
            )}
          </Group>
          <HourMeterChoice system={type} value={hourMeter} onChange={setHourMeter} />
        </>
      }
    />
  )
}
