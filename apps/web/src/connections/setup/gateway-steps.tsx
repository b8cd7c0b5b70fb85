import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/use-texts.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { gatewayCommands, installLine } from './commands.ts'
import { type GatewayCamera, type GatewayInput, wantsPassword } from './gateway-file.ts'
import type { SetupProps } from './setup-props.ts'
import classes from './steps.module.css'
import { Step, Steps } from './steps.tsx'

interface GatewayStepsProps extends SetupProps {
  inputs?: readonly GatewayInput[]
  cameras?: readonly GatewayCamera[]
  hourMeter?: string
  /** What to do or to know before anything is installed. */
  before?: ReactNode
  /** The form whose answers the settings are made from. */
  form: ReactNode
  /** What else the settings need on board. */
  hint?: string
}

/** The way to a running gateway: one line, or, where something is to be typed in on board first, a command for each step. */
export function GatewaySteps(props: GatewayStepsProps) {
  const { inputs = [], cameras = [], before, form, hint } = props
  const { gateway } = useTexts().connections.setup
  const inOneLine = cameras.length === 0 && !wantsPassword({ inputs, cameras })
  return (
    <>
      <Text>{gateway.where}</Text>
      {before}
      {inOneLine ? <OneLine {...props} /> : <ByHand {...props} form={form} hint={hint} />}
      <Text c="dimmed" size="sm">
        {gateway.more}
      </Text>
    </>
  )
}

function OneLine(props: GatewayStepsProps) {
  const { service, inputs = [], hourMeter, form, hint } = props
  const { gateway } = useTexts().connections.setup
  return (
    <>
      <Steps>
        <Step title={gateway.choose}>
          {form}
          {hint && <Text size="sm">{hint}</Text>}
        </Step>
        <Step title={gateway.line}>
          <CopyField label={gateway.terminal} value={installLine({ service, inputs, cameras: [], hourMeter })} />
          <Text size="sm">{gateway.lineText}</Text>
        </Step>
      </Steps>
      <details>
        <summary className={classes.byHand}>{gateway.byHand}</summary>
        <ByHand {...props} form={undefined} hint={undefined} />
      </details>
    </>
  )
}

function ByHand({ service, value, inputs = [], cameras = [], hourMeter, form, hint }: GatewayStepsProps) {
  const { gateway } = useTexts().connections.setup
  const commands = gatewayCommands({ service, inputs, cameras, hourMeter }, value)
  return (
    <Steps>
      <Step title={gateway.install}>
        <CopyField label={gateway.terminal} value={commands.install} />
      </Step>
      <Step title={gateway.key}>
        <CopyField label={gateway.terminal} value={commands.key} block />
      </Step>
      <Step title={gateway.settings}>
        {form}
        {hint && <Text size="sm">{hint}</Text>}
        <CopyField label={gateway.terminal} value={commands.settings} block />
        {wantsPassword({ inputs, cameras }) && <Text size="sm">{gateway.password}</Text>}
      </Step>
      <Step title={gateway.check}>
        <Text size="sm">{gateway.checkText}</Text>
        <CopyField label={gateway.terminal} value={commands.check} />
      </Step>
      <Step title={gateway.start}>
        <CopyField label={gateway.terminal} value={commands.start} block />
      </Step>
    </Steps>
  )
}
