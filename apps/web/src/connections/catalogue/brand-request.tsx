import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
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

function BrandForm({ vesselId, system, onClose }: { vesselId: string; system: string; onClose: () => void }) {
  const { common, connections } = useTexts()
  const { brand } = connections
  const { data: vessel } = useQuery(vesselQuery(vesselId))
  const [name, setName] = useState(system)
  const [make, setMake] = useState<string>()
  const [note, setNote] = useState('')
  const send = useMutation({
    mutationFn: () =>
      api('POST /v1/telemetry/brand-requests', {
        body: {
          system_name: name.trim(),
          vessel_id: vesselId,
          boat_make: (make ?? vessel?.make ?? '').trim().slice(0, 60) || undefined,
          note: note.trim() || undefined,
        },
      }),
  })
  if (send.isSuccess)
    return (
      <Stack role="status">
        <Text>{brand.thanks(name.trim())}</Text>
        <Button onClick={onClose} data-autofocus>
          {common.close}
        </Button>
      </Stack>
    )
  const tooShort = [...name.trim()].length < 2
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!tooShort) send.mutate()
      }}
    >
      <Stack>
        <Text c="dimmed">{brand.text}</Text>
        <TextInput
          label={brand.system}
          description={brand.systemHint}
          value={name}
          maxLength={80}
          required
          error={name !== '' && tooShort ? brand.tooShort : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label={`${brand.make} (${common.optional})`}
          value={make ?? vessel?.make ?? ''}
          maxLength={60}
          onChange={(event) => setMake(event.currentTarget.value)}
        />
        <Textarea
          label={`${brand.note} (${common.optional})`}
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {send.error && <Problem error={send.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={send.isPending} disabled={tooShort}>
            {brand.send}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
