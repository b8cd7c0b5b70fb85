import { Stack } from '@mantine/core'
import { useTexts } from '../texts/use-texts.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { Panel } from '../ui/panel.tsx'
import { dueExample, homeAssistantExample, hoursExample, KEY_VARIABLE } from './examples.ts'
import { useExampleBoat } from './use-example-boat.ts'

/** Short requests to copy, about a boat of the account. */
export function Examples() {
  const { examples } = useTexts().developer
  const boat = useExampleBoat()
  return (
    <Panel title={examples.title}>
      <p style={{ marginTop: 0 }}>
        {examples.text(KEY_VARIABLE)} {boat.name && examples.ofBoat(boat.name)}
      </p>
      <Stack>
        <CopyField label={examples.due} value={dueExample(location.origin, boat.id)} block />
        <CopyField label={examples.hours} value={hoursExample(location.origin, boat.id)} block />
        <CopyField label={examples.homeAssistant} value={homeAssistantExample(location.origin, boat.id)} block />
      </Stack>
    </Panel>
  )
}
