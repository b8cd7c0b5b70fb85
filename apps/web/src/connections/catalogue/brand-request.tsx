import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { forgetDraft } from '../../forms/draft.ts'
import { DraftNote } from '../../forms/draft-note.tsx'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { vesselQuery } from '../../shell/queries.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/problem.tsx'

interface BrandRequestProps {
  vesselId: string
  opened: boolean
  onClose: () => void
  /** Name of the system, where it is known. */
  system?: string
}

/** Registers interest in a system that cannot be connected. */
export function BrandRequest({ vesselId, opened, onClose, system = '' }: BrandRequestProps) {
  const { connections } = useTexts()
  return (
    <Dialog opened={opened} onClose={onClose} title={connections.brand.title}>
      <BrandForm key={system} vesselId={vesselId} system={system} onClose={onClose} />
    </Dialog>
  )
}

interface Fields {
  name: string
  make: string
  note: string
}

const isShort = (name: string) => [...name.trim()].length < 2

function BrandForm({ vesselId, system, onClose }: { vesselId: string; system: string; onClose: () => void }) {
  const { common, connections } = useTexts()
  const { brand } = connections
  const { data: vessel } = useQuery(vesselQuery(vesselId))
  const draft = `brand ${vesselId} ${system}`
  const send = useMutation({
    mutationFn: ({ name, make, note }: Fields) =>
      api('POST /v1/telemetry/brand-requests', {
        body: {
          system_name: name.trim(),
          vessel_id: vesselId,
          boat_make: make.trim().slice(0, 60) || undefined,
          note: note.trim() || undefined,
        },
      }),
    onSuccess: () => forgetDraft(draft),
  })
  const { form, submit, problem, ...kept } = useCheckedForm<Fields>({
    initial: { name: system, make: vessel?.make ?? '', note: '' },
    check: ({ name }) => ({ name: isShort(name) && brand.tooShort }),
    error: send.error,
    names: { system_name: 'name', boat_make: 'make' },
    draft,
  })
  if (send.isSuccess)
    return (
      <Stack role="status">
        <Text>{brand.thanks(form.values.name.trim())}</Text>
        <Button onClick={onClose} data-autofocus>
          {common.close}
        </Button>
      </Stack>
    )
  const tooShort = isShort(form.values.name)
  return (
    <form noValidate onSubmit={submit(send.mutate)}>
      <Stack>
        <DraftNote draft={kept.draft} />
        <Text c="dimmed">{brand.text}</Text>
        <TextInput
          label={brand.system}
          description={brand.systemHint}
          maxLength={80}
          required
          data-autofocus
          {...form.getInputProps('name')}
          error={form.values.name !== '' && tooShort ? brand.tooShort : form.errors.name}
        />
        <TextInput label={`${brand.make} (${common.optional})`} maxLength={60} {...form.getInputProps('make')} />
        <Textarea label={`${brand.note} (${common.optional})`} maxLength={500} {...form.getInputProps('note')} />
        {problem ? <Problem error={problem} /> : null}
        <FormButtons
          action={brand.send}
          pending={send.isPending}
          onCancel={() => {
            forgetDraft(draft)
            onClose()
          }}
          disabled={tooShort}
        />
      </Stack>
    </form>
  )
}
