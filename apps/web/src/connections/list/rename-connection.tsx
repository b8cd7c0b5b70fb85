import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
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
  const { common, connections: texts } = useTexts()
  const [label, setLabel] = useState(connection.label ?? '')
  const { change } = useConnectionActions(vesselId)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({ id: connection.id, label: label.trim() || null }, { onSuccess: onClose })
      }}
    >
      <Stack>
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          placeholder={texts.ofCatalogue(connection.provider_name)}
          value={label}
          maxLength={60}
          onChange={(event) => setLabel(event.currentTarget.value)}
          data-autofocus
        />
        {change.error && <Problem error={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
