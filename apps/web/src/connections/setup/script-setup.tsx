import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../texts/use-texts.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { kindOf } from '../kinds.ts'
import { providersQuery } from '../queries.ts'
import { pictureCommand, readingCommand } from './commands.ts'
import type { SetupProps } from './setup-props.ts'
import { Step, Steps } from './steps.tsx'

/** curl, for scripts and for everything that the operator has added; what the operator says of that stands first. */
export function ScriptSetup({ slug, service, value }: SetupProps & { slug: string }) {
  const { setup, ofCatalogue } = useTexts().connections
  const { data: catalogue } = useQuery(providersQuery)
  const notes = kindOf(slug) ? null : catalogue?.find((provider) => provider.slug === slug)?.install_notes
  return (
    <>
      {notes && (
        <div>
          <Text fw={600}>{setup.other}</Text>
          <Text>{ofCatalogue(notes)}</Text>
        </div>
      )}
      <Steps>
        <Step title={setup.script.reading}>
          <Text size="sm">{setup.script.readingText}</Text>
          <CopyField label={setup.gateway.terminal} value={readingCommand(service, value)} block />
        </Step>
        <Step title={setup.script.picture}>
          <CopyField label={setup.gateway.terminal} value={pictureCommand(service, value)} block />
        </Step>
      </Steps>
      <Text size="sm">
        <Anchor href="/docs/" target="_blank">
          {setup.script.docs}
        </Anchor>
      </Text>
    </>
  )
}
