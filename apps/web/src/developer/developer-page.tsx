import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { meQuery } from '../shell/queries.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Page } from '../ui/page.tsx'
import { Documentation } from './documentation.tsx'
import { Examples } from './examples-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'
import { type Made, MadeKey } from './made-key.tsx'
import { NoPlan } from './no-plan.tsx'
import { planHasKeys } from './plan.ts'

/** Access keys, and where it is written what they open. */
export function DeveloperPage() {
  const { developer } = useTexts()
  const { data: me } = useSuspenseQuery(meQuery)
  const [made, setMade] = useState<Made | null>(null)
  return (
    <Page title={developer.title}>
      <p style={{ maxWidth: '40rem', marginTop: 0 }}>{developer.intro}</p>
      {!planHasKeys(me.plan) && <NoPlan me={me} />}
      <KeysPanel hasKeys={planHasKeys(me.plan)} onMade={setMade} />
      <Documentation />
      <Examples />
      {made && <MadeKey made={made} onClose={() => setMade(null)} />}
    </Page>
  )
}
