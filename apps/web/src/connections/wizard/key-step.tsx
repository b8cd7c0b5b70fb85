import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconArrowRight, IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../texts/use-texts.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
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
      <LeaveGuard on={!kept} title={once.leaveTitle} text={once.leaveText} />
    </Stack>
  )
}
