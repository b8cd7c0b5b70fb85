import { Button } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBoat } from '../shell/use-boat.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Empty } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Problem } from '../ui/problem.tsx'
import { Said } from '../ui/said.tsx'
import { Skeletons } from '../ui/skeletons.tsx'
import { shareQuery, useShareChange } from './queries.ts'
import { Shared } from './shared.tsx'

/** Who may see the boat without an account, and what of it. */
export function SharePage() {
  const boat = useBoat()
  const { share: texts } = useTexts()
  const { data: share, error, refetch } = useQuery(shareQuery(boat.id))
  const [said, setSaid] = useState('')
  return (
    <Page title={texts.title} wide>
      {error && share === undefined && <Problem error={error} retry={refetch} />}
      {share === undefined && !error && <Skeletons count={2} height={240} />}
      {share === null && <NotShared vesselId={boat.id} />}
      {share && (
        <Shared share={share} vesselId={boat.id} name={boat.name} onRevoked={() => setSaid(texts.revoke.done)} />
      )}
      <Said>{said}</Said>
    </Page>
  )
}

function NotShared({ vesselId }: { vesselId: string }) {
  const { share: texts } = useTexts()
  const change = useShareChange(vesselId)
  const start = (
    <Button size="lg" loading={change.isPending} onClick={() => change.mutate({})}>
      {texts.start}
    </Button>
  )
  return (
    <Panel>
      <Empty
        icon={IconShare}
        title={texts.none}
        text={
          <>
            {texts.noneText}
            <br />
            {texts.whatFor}
          </>
        }
        action={start}
      />
      {change.error && <Problem error={change.error} />}
    </Panel>
  )
}
