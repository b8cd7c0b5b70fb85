import type { Scope } from '@binnacle/contract'
import { Checkbox, Stack, TextInput } from '@mantine/core'
import { asksForProof, ProveIdentity } from '../account/sign-in/prove-identity.tsx'
import { forgetDraft } from '../forms/draft.ts'
import { DraftNote } from '../forms/draft-note.tsx'
import { FormButtons } from '../forms/form-buttons.tsx'
import { useCheckedForm } from '../forms/use-checked-form.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Problem } from '../ui/problem.tsx'
import { type Expiry, expiryDate } from './expiry.ts'
import { ExpiryChoice } from './expiry-choice.tsx'
import type { Made } from './made-key.tsx'
import { useMakeKey } from './queries.ts'

interface NewKeyProps {
  opened: boolean
  onClose: () => void
  onMade: (made: Made) => void
}

export function NewKey({ opened, onClose, onMade }: NewKeyProps) {
  const { developer } = useTexts()
  return (
    <Dialog opened={opened} onClose={onClose} title={developer.form.title}>
      <NewKeyForm
        onClose={onClose}
        onMade={(made) => {
          onClose()
          onMade(made)
        }}
      />
    </Dialog>
  )
}

const DRAFT = 'access key'

function NewKeyForm({ onClose, onMade }: Omit<NewKeyProps, 'opened'>) {
  const { developer } = useTexts()
  const { form: words } = developer
  const make = useMakeKey()
  const { form, submit, problem, draft } = useCheckedForm({
    initial: { name: '', scopes: ['read:vessel'] as Scope[], expiry: 'year' as Expiry },
    check: ({ name, scopes }) => ({
      name: !name.trim() && words.nameMissing,
      scopes: scopes.length === 0 && words.scopeMissing,
    }),
    error: asksForProof(make.error) ? null : make.error,
    draft: DRAFT,
  })
  const made = (answer: Made) => {
    forgetDraft(DRAFT)
    onMade(answer)
  }
  const send = submit(({ name, scopes, expiry }) => {
    const expires_at = expiryDate(expiry, Date.now())?.toISOString() ?? null
    make.mutate({ name: name.trim(), scopes, expires_at }, { onSuccess: made })
  })
  if (asksForProof(make.error) && make.variables) {
    const wanted = make.variables
    return <ProveIdentity onProved={() => make.mutate(wanted, { onSuccess: made })} onClose={make.reset} />
  }
  return (
    <form noValidate onSubmit={send}>
      <Stack>
        <DraftNote draft={draft} />
        <TextInput
          label={words.name}
          description={words.nameHint}
          maxLength={80}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Checkbox.Group size="md" label={words.scopes} {...form.getInputProps('scopes')}>
          <Stack gap="sm" mt="xs">
            <Checkbox value="read:vessel" label={words.read} description={words.readHint} />
            <Checkbox value="write:log" label={words.write} description={words.writeHint} />
            <Checkbox value="read:alarms" label={words.readAlarms} />
            <Checkbox value="write:alarms" label={words.writeAlarms} description={words.writeAlarmsHint} />
          </Stack>
        </Checkbox.Group>
        <ExpiryChoice value={form.values.expiry} onChange={(expiry) => form.setFieldValue('expiry', expiry)} />
        {problem ? <Problem error={problem} /> : null}
        <FormButtons
          action={words.submit}
          pending={make.isPending}
          onCancel={() => {
            forgetDraft(DRAFT)
            onClose()
          }}
        />
      </Stack>
    </form>
  )
}
