import { Stack, TextInput } from '@mantine/core'
import { forgetDraft } from '../../forms/draft.ts'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useConnectionActions } from '../queries.ts'
import type { ConnectionDialogProps } from './remove-connection.tsx'

/** Gives a connection a name; without one it is called after its provider. */
export function RenameConnection({ opened, onClose, ...props }: ConnectionDialogProps) {
  const { connections } = useTexts()
  return (
    <Dialog opened={opened} onClose={onClose} title={connections.rename}>
      <RenameForm {...props} onClose={onClose} />
    </Dialog>
  )
}

function RenameForm({ vesselId, connection, onClose }: Omit<ConnectionDialogProps, 'opened'>) {
  const { connections: texts } = useTexts()
  const { change } = useConnectionActions(vesselId)
  const draft = `connection ${connection.id}`
  const { form, submit, problem } = useCheckedForm({
    initial: { label: connection.label ?? '' },
    check: () => ({}),
    error: change.error,
    draft,
  })
  const close = () => {
    forgetDraft(draft)
    onClose()
  }
  return (
    <form
      onSubmit={submit(({ label }) =>
        change.mutate({ id: connection.id, label: label.trim() || null }, { onSuccess: close }),
      )}
    >
      <Stack>
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          placeholder={texts.ofCatalogue(connection.provider_name)}
          maxLength={60}
          data-autofocus
          {...form.getInputProps('label')}
        />
        {problem ? <Problem error={problem} /> : null}
        <FormButtons pending={change.isPending} onCancel={close} />
      </Stack>
    </form>
  )
}
