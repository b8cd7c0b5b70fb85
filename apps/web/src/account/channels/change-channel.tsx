import { type Channel, LANGUAGES, QUIET_PASSES, SUMMARIES } from '@binnacle/contract'
import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { forgetDraft } from '../../forms/draft.ts'
import { DraftNote } from '../../forms/draft-note.tsx'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { FormProblem } from '../../start/form-problem.tsx'
import { LANGUAGES as LANGUAGE_NAMES } from '../../texts/languages.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { useChangeChannel } from './queries.ts'
import { FramesField, SeveritySelect } from './webhook-events.tsx'

/** What of a channel can be changed; of a webhook: WebhookEventsDialog. For another address one adds another channel. */
export function ChangeChannelDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { channels: texts } = useTexts().account
  const { id, name, severity, language, quiet_passes, frames, summary } = channel
  const change = useChangeChannel(id)
  const draftName = `channel ${id}`
  useFocusBack()
  const { form, submit, problem, draft } = useCheckedForm({
    initial: { name, severity, language, quiet_passes, frames, summary },
    draft: draftName,
    check: (fields) => ({ name: !fields.name.trim() && texts.problem.name }),
    error: change.error,
  })
  const done = () => {
    forgetDraft(draftName)
    onClose()
  }
  return (
    <Dialog opened onClose={onClose} title={texts.changeOf(name)}>
      <form
        noValidate
        onSubmit={submit((fields) => change.mutate({ ...fields, name: fields.name.trim() }, { onSuccess: done }))}
      >
        <Stack>
          <DraftNote draft={draft} />
          <TextInput
            label={texts.name}
            maxLength={80}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <SeveritySelect field={form.getInputProps('severity')} />
          <NativeSelect
            label={texts.language}
            data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value].name }))}
            {...form.getInputProps('language')}
          />
          <NativeSelect
            label={texts.passes}
            description={texts.passesHint}
            inputWrapperOrder={['label', 'input', 'description']}
            data={QUIET_PASSES.map((value) => ({ value, label: texts.quietPasses[value] }))}
            {...form.getInputProps('quiet_passes')}
          />
          <FramesField field={form.getInputProps('frames', { type: 'checkbox' })} />
          <NativeSelect
            label={texts.summary}
            description={texts.summaryHint}
            inputWrapperOrder={['label', 'input', 'description']}
            data={SUMMARIES.map((value) => ({ value, label: texts.summaries[value] }))}
            {...form.getInputProps('summary')}
          />
          <FormProblem error={problem} />
          <FormButtons pending={change.isPending} onCancel={done} />
        </Stack>
      </form>
    </Dialog>
  )
}
