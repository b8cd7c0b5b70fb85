import type { Provider } from '@binnacle/contract'
import { Button, Group, Modal, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../texts/use-texts.ts'
import { Problem } from '../ui/problem.tsx'
import { useFocusBack } from '../ui/use-focus-back.ts'
import { fieldsOf, type ProviderFields, problemsOf, providerOf } from './provider-fields.ts'
import { usePutProvider } from './queries.ts'

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
  const { operator, common } = useTexts()
  useFocusBack()
  const { form, editOf, directions, statuses } = operator.catalogue
  const [fields, setFields] = useState(() => fieldsOf(provider))
  const [wrong, setWrong] = useState<ReturnType<typeof problemsOf>>({})
  const put = usePutProvider()

  function submit(event: FormEvent) {
    event.preventDefault()
    const problems = problemsOf(fields, taken, form.problem)
    setWrong(problems)
    if (Object.keys(problems).length === 0) put.mutate(providerOf(fields), { onSuccess: () => onSaved(fields.name) })
  }

  const field = <N extends keyof ProviderFields>(name: N) => ({
    value: fields[name],
    error: wrong[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setFields((before) => ({ ...before, [name]: value }))
    },
  })

  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={provider ? editOf(provider.name) : form.addTitle}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
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
          {put.error && <Problem error={put.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={put.isPending}>
              {common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

const choices = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))
