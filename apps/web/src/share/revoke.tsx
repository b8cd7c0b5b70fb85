import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../texts/use-texts.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Panel } from '../ui/panel.tsx'
import { useRevokeShare } from './queries.ts'

/** Ends the share, after saying what that means. */
export function Revoke({ vesselId, onRevoked }: { vesselId: string; onRevoked: () => void }) {
  const { revoke: texts } = useTexts().share
  const [asking, setAsking] = useState(false)
  const revoke = useRevokeShare(vesselId)
  return (
    <Panel title={texts.title}>
      <p style={{ marginTop: 0 }}>{texts.text}</p>
      <Button variant="default" c="var(--late)" onClick={() => setAsking(true)}>
        {texts.action}
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.ask}
        action={texts.action}
        pending={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoke.mutate(undefined, { onSuccess: onRevoked })}
      >
        {texts.askText}
      </Confirm>
    </Panel>
  )
}
