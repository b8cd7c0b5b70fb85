import type { Scope } from '@binnacle/contract'
import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../texts/use-texts.ts'
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
  const { developer, common } = useTexts()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={developer.form.title}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <NewKeyForm
        onClose={onClose}
        onMade={(made) => {
          onClose()
          onMade(made)
        }}
      />
    </Modal>
  )
}

function NewKeyForm({ onClose, onMade }: Omit<NewKeyProps, 'opened'>) {
  const { developer, common } = useTexts()
  const { form } = developer
  const make = useMakeKey()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Scope[]>(['read:vessel'])
  const [expiry, setExpiry] = useState<Expiry>('year')
  const [tried, setTried] = useState(false)
  const missing = { name: name.trim() === '', scopes: scopes.length === 0 }

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (missing.name || missing.scopes) return
    const expires_at = expiryDate(expiry, Date.now())?.toISOString() ?? null
    make.mutate({ name: name.trim(), scopes, expires_at }, { onSuccess: onMade })
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={form.name}
          description={form.nameHint}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={tried && missing.name && form.nameMissing}
          maxLength={80}
          autoComplete="off"
          data-autofocus
        />
        <Checkbox.Group
          size="md"
          label={form.scopes}
          value={scopes}
          onChange={(chosen) => setScopes(chosen as Scope[])}
          error={tried && missing.scopes && form.scopeMissing}
        >
          <Stack gap="sm" mt="xs">
            <Checkbox value="read:vessel" label={form.read} description={form.readHint} />
            <Checkbox value="write:log" label={form.write} description={form.writeHint} />
          </Stack>
        </Checkbox.Group>
        <ExpiryChoice value={expiry} onChange={setExpiry} />
        {make.error && <Problem error={make.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={make.isPending}>
            {form.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
