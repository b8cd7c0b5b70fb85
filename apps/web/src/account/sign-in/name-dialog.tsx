import { Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { forgetDraft } from '../../forms/draft.ts'
import { DraftNote } from '../../forms/draft-note.tsx'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { checkFields } from '../../start/form-check.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'

interface NameDialogProps {
  title: string
  initial: string
  /** Under this name the browser keeps what is typed until it is saved or cancelled. */
  draft: string
  action: string
  onClose: () => void
  onConfirm: (name: string) => void
  pending: boolean
  /** What went wrong. */
  children?: ReactNode
}

/** Asks for the name of a passkey. */
export function NameDialog({ title, initial, draft, action, onClose, onConfirm, pending, children }: NameDialogProps) {
  const { account, start } = useTexts()
  useFocusBack()
  const { form, submit, ...kept } = useCheckedForm({
    initial: { name: initial },
    check: (fields) => checkFields(fields, start.problem),
    draft,
  })
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form noValidate onSubmit={submit(({ name }) => onConfirm(name.trim()))}>
        <Stack>
          <DraftNote draft={kept.draft} />
          <TextInput
            label={account.passkeys.name}
            description={account.passkeys.nameHint}
            maxLength={80}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          {children}
          <FormButtons
            action={action}
            pending={pending}
            onCancel={() => {
              forgetDraft(draft)
              onClose()
            }}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
