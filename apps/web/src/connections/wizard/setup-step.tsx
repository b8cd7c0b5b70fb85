import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/use-texts.ts'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { kindOf } from '../kinds.ts'
import { RotateKey } from '../list/rotate-key.tsx'
import { connectionsQuery } from '../queries.ts'
import { isOnlyHere } from '../setup/commands.ts'
import { SetupFor } from '../setup/setup-for.tsx'
import type { NewKey } from '../state.ts'
import { Arrival } from './arrival.tsx'
import { StepHeading } from './step-heading.tsx'

interface SetupStepProps {
  vesselId: string
  /** The connection. */
  id: string
  /** Its key, while it is still shown. */
  newKey: NewKey | null
  onNewKey: (key: NewKey) => void
  onClose: () => void
}

/** Step 3: exactly what to do on board, and whether it has worked. */
export function SetupStep({ vesselId, id, newKey, onNewKey, onClose }: SetupStepProps) {
  const { connections: texts } = useTexts()
  const { setup } = texts.wizard
  const [renewing, setRenewing] = useState(false)
  const { data, error, refetch } = useQuery(connectionsQuery(vesselId))
  const connection = data?.connections.find((one) => one.id === id)
  if (error && !data) return <Problem error={error} retry={refetch} />
  if (!data || !connection) return <Skeletons count={4} />
  return (
    <Stack>
      <StepHeading step={3} title={setup.title} />
      {isOnlyHere(data.service_url) && <Warning>{setup.onlyHere(data.service_url)}</Warning>}
      {!newKey && (
        <Warning>
          <Group justify="space-between">
            <span>{setup.keyGone}</span>
            <Button variant="default" onClick={() => setRenewing(true)}>
              {texts.rotate}
            </Button>
          </Group>
        </Warning>
      )}
      <SetupFor slug={connection.provider} service={data.service_url} value={newKey?.value ?? null} />
      <Arrival
        vesselId={vesselId}
        connection={connection}
        kind={kindOf(connection.provider)}
        seenBefore={newKey?.seenBefore ?? null}
        onClose={onClose}
      />
      <RotateKey
        vesselId={vesselId}
        connection={connection}
        opened={renewing}
        onClose={() => setRenewing(false)}
        onNewKey={onNewKey}
      />
    </Stack>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <Alert
      icon={<IconAlertTriangle aria-hidden />}
      variant="outline"
      color="yellow"
      styles={{ root: { background: 'var(--soon-tint)' } }}
    >
      {children}
    </Alert>
  )
}
