import type { ConnectionOverview } from '@binnacle/contract'
import { useTexts } from '../../texts/use-texts.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { nameOf } from '../name.ts'
import { useConnectionActions } from '../queries.ts'
import type { NewKey } from '../state.ts'

interface RotateKeyProps {
  vesselId: string
  connection: ConnectionOverview
  opened: boolean
  onClose: () => void
  /** The new key, shown by nobody but the caller. */
  onNewKey: (key: NewKey) => void
}

/** Asks before a connection gets a new key, since the old one stops at once. */
export function RotateKey({ vesselId, connection, opened, onClose, onNewKey }: RotateKeyProps) {
  const { connections: texts } = useTexts()
  const { rotate } = useConnectionActions(vesselId)
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={texts.rotateTitle(nameOf(connection, texts))}
      action={texts.rotate}
      pending={rotate.isPending}
      error={rotate.error}
      onConfirm={() =>
        rotate.mutate(connection.id, {
          onSuccess: ({ ingest_key, connection: { last_seen_at } }) => {
            onClose()
            onNewKey({ value: ingest_key, seenBefore: last_seen_at })
          },
        })
      }
    >
      {texts.rotateText}
    </Confirm>
  )
}
