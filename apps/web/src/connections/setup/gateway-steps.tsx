import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/use-texts.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { gatewayCommands } from './commands.ts'
import { type GatewayCamera, type GatewayInput, wantsPassword } from './gateway-file.ts'
import type { SetupProps } from './setup-props.ts'
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

/** The way to a running gateway, each command to be pasted into a terminal on board. */
export function GatewaySteps(props: GatewayStepsProps) {
  const { service, value, inputs = [], cameras = [], hourMeter, before, form, hint } = props
  const { gateway } = useTexts().connections.setup
  const commands = gatewayCommands({ service, inputs, cameras, hourMeter }, value)
  return (
    <>
      <Text>{gateway.where}</Text>
      {before}
      <Steps>
        <Step title={gateway.install}>
          <Text size="sm">{gateway.file}</Text>
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
      <Text c="dimmed" size="sm">
        {gateway.more}
      </Text>
    </>
  )
}
