import type { Provider } from '@binnacle/contract'
import { Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { forgetDraft } from '../../forms/draft.ts'
import { DraftNote } from '../../forms/draft-note.tsx'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { usePutProvider } from '../queries.ts'
import { fieldsOf, type ProviderFields, problemsOf, providerOf } from './provider-fields.ts'

interface ProviderFormProps {
  /** The entry to edit; null for a new one. */
  provider: Provider | null
  /** Slugs that a new entry may not have. */
  taken: readonly string[]
  onClose: () => void
  onSaved: (name: string) => void
}

/** Adds an entry to the catalogue, or edits one. */
export function ProviderForm({ provider, taken, onClose, onSaved }: ProviderFormProps) {
  const { operator } = useTexts()
  useFocusBack()
  const { form, editOf, directions, statuses } = operator.catalogue
  const draft = `provider ${provider?.slug ?? ''}`
  const put = usePutProvider()
  const state = useCheckedForm<ProviderFields>({
    initial: fieldsOf(provider),
    check: (fields) => ({ ...problemsOf(fields, taken, form.problem) }),
    error: put.error,
    draft,
  })
  const field = state.form.getInputProps

  return (
    <Dialog opened onClose={onClose} size="lg" title={provider ? editOf(provider.name) : form.addTitle}>
      <form
        noValidate
        onSubmit={state.submit((fields) =>
          put.mutate(providerOf(fields), {
            onSuccess: () => {
              forgetDraft(draft)
              onSaved(fields.name)
            },
          }),
        )}
      >
        <Stack>
          <DraftNote draft={state.draft} />
          {!provider && <TextInput label={form.slug} description={form.slugHint} maxLength={60} {...field('slug')} />}
          <TextInput label={form.name} maxLength={80} {...field('name')} />
          <Textarea label={form.summary} maxLength={400} {...field('summary')} />
          <Group grow align="start">
            <NativeSelect label={form.direction} data={choices(directions)} {...field('direction')} />
            <NativeSelect label={form.status} data={choices(statuses)} {...field('status')} />
          </Group>
          <Textarea label={form.covers} description={form.coversHint} maxRows={8} {...field('covers')} />
          <Textarea label={form.notes} maxLength={2000} maxRows={10} {...field('install_notes')} />
          <TextInput type="url" label={form.docs} maxLength={400} {...field('docs_url')} />
          {state.problem ? <Problem error={state.problem} /> : null}
          <FormButtons
            pending={put.isPending}
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

const choices = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))
