import { Stack } from '@mantine/core'
import { useState } from 'react'
import type { NewKey } from '../state.ts'
import { ChooseStep } from './choose-step.tsx'
import { KeyStep } from './key-step.tsx'
import { SetupStep } from './setup-step.tsx'

interface ConnectWizardProps {
  vesselId: string
  /** The slug of a provider, where it has been chosen already. */
  start?: string
  /** It is done, or its owner goes on with something else. */
  onClose: () => void
}

type Stage = { step: 'choose' } | { step: 'key' | 'setup'; id: string; key: NewKey | null }

/**
 * From nothing to the first reading in three steps: what is on board, its key, and what to do on board. The key is in this
 * component and nowhere else; once it is gone, nothing brings it back.
 */
export function ConnectWizard({ vesselId, start, onClose }: ConnectWizardProps) {
  const [stage, setStage] = useState<Stage>({ step: 'choose' })
  const made = (id: string, key: NewKey) => setStage({ step: 'key', id, key })
  return (
    <Stack>
      {stage.step === 'choose' && (
        <ChooseStep
          vesselId={vesselId}
          start={start}
          onMade={made}
          onKnown={(id) => setStage({ step: 'setup', id, key: null })}
        />
      )}
      {stage.step === 'key' && stage.key && (
        <KeyStep value={stage.key.value} onNext={() => setStage({ ...stage, step: 'setup' })} />
      )}
      {stage.step === 'setup' && (
        <SetupStep
          vesselId={vesselId}
          id={stage.id}
          newKey={stage.key}
          onNewKey={(key) => made(stage.id, key)}
          onClose={onClose}
        />
      )}
    </Stack>
  )
}
