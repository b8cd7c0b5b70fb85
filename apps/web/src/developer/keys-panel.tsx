import { Button } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../texts/use-texts.ts'
import { Empty } from '../ui/empty.tsx'
import { Panel } from '../ui/panel.tsx'
import { Problem } from '../ui/problem.tsx'
import { Said } from '../ui/said.tsx'
import { Skeletons } from '../ui/skeletons.tsx'
import { KeyRow } from './key-row.tsx'
import classes from './keys.module.css'
import type { Made } from './made-key.tsx'
import { NewKey } from './new-key.tsx'
import { accessKeysQuery } from './queries.ts'

interface KeysPanelProps {
  /** The account's plan includes keys. */
  hasKeys: boolean
  onMade: (made: Made) => void
}

/** The keys there are, and the way to a new one. */
export function KeysPanel({ hasKeys, onMade }: KeysPanelProps) {
  const { keys: texts } = useTexts().developer
  const { data: keys, error, refetch } = useQuery(accessKeysQuery)
  const [making, setMaking] = useState(false)
  const [said, setSaid] = useState('')
  const make = hasKeys && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setMaking(true)}>
      {texts.make}
    </Button>
  )
  return (
    <Panel title={texts.title} actions={keys && keys.length > 0 && make}>
      {error && <Problem error={error} retry={refetch} />}
      {!keys && !error && <Skeletons count={2} height={84} />}
      {keys?.length === 0 && <Empty icon={IconKey} title={texts.none} text={texts.noneText} action={make} />}
      {keys && keys.length > 0 && (
        <ul className={classes.keys}>
          {keys.map((key) => (
            <KeyRow key={key.id} accessKey={key} hasKeys={hasKeys} onRevoked={() => setSaid(texts.revoked(key.name))} />
          ))}
        </ul>
      )}
      <Said>{said}</Said>
      <NewKey opened={making} onClose={() => setMaking(false)} onMade={onMade} />
    </Panel>
  )
}
