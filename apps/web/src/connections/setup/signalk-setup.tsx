import { useState } from 'react'
import { useTexts } from '../../texts/use-texts.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { pluginInstall, pluginSettings } from './commands.ts'
import { HourMeterChoice } from './hour-meter-choice.tsx'
import type { SetupProps } from './setup-props.ts'
import { Step, Steps } from './steps.tsx'

export function SignalkSetup({ service, value }: SetupProps) {
  const { setup } = useTexts().connections
  const [hourMeter, setHourMeter] = useState('')
  const { url, key } = pluginSettings(service, value)
  return (
    <Steps>
      <Step title={setup.signalk.install}>
        <CopyField label={setup.signalk.folder} value={pluginInstall(service)} />
      </Step>
      <Step title={setup.signalk.configure}>
        <CopyField label={setup.address} value={url} />
        <CopyField label={setup.keyLabel} value={key} />
        <HourMeterChoice system="signalk" value={hourMeter} onChange={setHourMeter} />
        {hourMeter.trim() && <CopyField label={setup.hourMeter.field} value={hourMeter.trim()} />}
      </Step>
      <Step title={setup.signalk.save} />
    </Steps>
  )
}
