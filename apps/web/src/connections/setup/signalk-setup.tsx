import { Text } from '@mantine/core'
import { useTexts } from '../../texts/use-texts.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { pluginSettings } from './commands.ts'
import type { SetupProps } from './setup-props.ts'
import { Step, Steps } from './steps.tsx'

export function SignalkSetup({ service, value }: SetupProps) {
  const { setup } = useTexts().connections
  const { url, key } = pluginSettings(service, value)
  return (
    <Steps>
      <Step title={setup.signalk.install} />
      <Step title={setup.signalk.configure}>
        <CopyField label={setup.address} value={url} />
        <CopyField label={setup.keyLabel} value={key} />
        <Text c="dimmed" size="sm">
          {setup.signalk.engines}
        </Text>
      </Step>
      <Step title={setup.signalk.save} />
    </Steps>
  )
}
