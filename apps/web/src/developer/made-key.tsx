import type { AccessKey } from '@binnacle/contract'
import { Button, Group, Modal, Stack } from '@mantine/core'
import { useTexts } from '../texts/use-texts.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { LeaveGuard } from '../ui/leave-guard.tsx'
import { tryKey } from './examples.ts'
import { useExampleBoat } from './use-example-boat.ts'

/** What the service answers once, when a key is made. */
export interface Made {
  access_key: AccessKey
  key: string
}

/** Shows a new key, the one time that it can be shown. It closes only by its button, so that no slip loses the key. */
export function MadeKey({ made, onClose }: { made: Made; onClose: () => void }) {
  const { made: texts } = useTexts().developer
  const { access_key, key } = made
  const boat = useExampleBoat()
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.title(access_key.name)}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <p style={{ margin: 0 }}>{texts.once}</p>
        <CopyField label={texts.key} value={key} />
        <CopyField label={texts.tryIt} value={tryKey(location.origin, key, access_key.scopes, boat.id)} block />
        <Group justify="flex-end">
          <Button onClick={onClose}>{texts.done}</Button>
        </Group>
        <LeaveGuard title={texts.leaveTitle} text={texts.leaveText} />
      </Stack>
    </Modal>
  )
}
