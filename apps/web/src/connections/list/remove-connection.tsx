import type { ConnectionOverview } from '@binnacle/contract'
import { useTexts } from '../../texts/use-texts.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { nameOf } from '../name.ts'
import { useConnectionActions } from '../queries.ts'

export interface ConnectionDialogProps {
  vesselId: string
  connection: ConnectionOverview
  opened: boolean
  onClose: () => void
}

/** Asks before a connection is removed, and says what stays. */
export function RemoveConnection({ vesselId, connection, opened, onClose }: ConnectionDialogProps) {
  const { connections: texts } = useTexts()
  const { remove } = useConnectionActions(vesselId)
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={texts.removeTitle(nameOf(connection, texts))}
      action={texts.remove}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(connection.id, { onSuccess: onClose })}
    >
      {texts.removeText}
    </Confirm>
  )
}
