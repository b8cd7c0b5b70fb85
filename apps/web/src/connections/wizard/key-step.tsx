import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { IconArrowRight, IconKey } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { useFirstTexts, useTexts } from '../../texts/use-texts.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { StepHeading } from './step-heading.tsx'

/** Step 2: the key, shown this once. Whoever leaves without having said that it is kept is asked first. */
export function KeyStep({ value, onNext }: { value: string; onNext: () => void }) {
  const { common, connections } = useTexts()
  const { once } = connections.wizard
  const [kept, setKept] = useState(false)
  const [qr, setQr] = useState(false)
  return (
    <Stack>
      <StepHeading step={2} title={once.title} />
      <Text>{once.text}</Text>
      <CopyField label={once.key} value={value} />
      <div>
        <Button variant="default" aria-expanded={qr} onClick={() => setQr(!qr)}>
          {qr ? once.hideQr : once.showQr}
        </Button>
        {qr && (
          <Group mt="sm">
            <QrCode value={value} label={once.qr} />
          </Group>
        )}
      </div>
      <Alert
        icon={<IconKey aria-hidden />}
        variant="outline"
        color="yellow"
        styles={{ root: { background: 'var(--soon-tint)' } }}
      >
        {once.warning}
      </Alert>
      <Checkbox label={once.kept} checked={kept} onChange={(event) => setKept(event.currentTarget.checked)} />
      <Button
        onClick={onNext}
        disabled={!kept}
        rightSection={<IconArrowRight size={18} aria-hidden />}
        style={{ alignSelf: 'start' }}
      >
        {common.next}
      </Button>
      <LeaveGuard on={!kept} />
    </Stack>
  )
}

function LeaveGuard({ on }: { on: boolean }) {
  const { once } = useTexts().connections.wizard
  const { common } = useFirstTexts()
  const { status, proceed, reset } = useBlocker({ shouldBlockFn: () => on, enableBeforeUnload: on, withResolver: true })
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={once.leaveTitle}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack>
        <Text>{once.leaveText}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => proceed?.()}>
            {once.leave}
          </Button>
          <Button onClick={() => reset?.()} data-autofocus>
            {once.stay}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
