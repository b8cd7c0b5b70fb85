import { useState } from 'react'
import type { NewKey } from '../state.ts'
import { KeyStep } from './key-step.tsx'
import { SetupStep } from './setup-step.tsx'

interface SetupAgainProps {
  vesselId: string
  /** The connection. */
  id: string
  /** A key that it has just been given; null where its owner has the key already. */
  first: NewKey | null
  onClose: () => void
}

/** Sets up a connection that is there already: from step 2 with a new key, else from step 3. */
export function SetupAgain({ vesselId, id, first, onClose }: SetupAgainProps) {
  const [newKey, setNewKey] = useState(first)
  const [kept, setKept] = useState(false)
  if (newKey && !kept) return <KeyStep value={newKey.value} onNext={() => setKept(true)} />
  return (
    <SetupStep
      vesselId={vesselId}
      id={id}
      newKey={newKey}
      onNewKey={(key) => {
        setNewKey(key)
        setKept(false)
      }}
      onClose={onClose}
    />
  )
}
