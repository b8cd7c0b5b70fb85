import { Button, Group, Modal, Stack } from '@mantine/core'
import { useTexts } from '../../texts/use-texts.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import classes from '../account.module.css'

/** Shows a webhook's secret, the one time that it can be shown. It closes only by its button. */
export function MadeWebhook({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { account } = useTexts()
  const { channels: texts } = account
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.secretTitle}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <p className={classes.text}>{texts.secretOnce}</p>
        <CopyField label={texts.secret} value={secret} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{texts.done}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
