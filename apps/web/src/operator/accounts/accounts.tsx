import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconUserOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../texts/use-texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Said } from '../../ui/said.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import classes from '../operator.module.css'
import { accountsQuery } from '../queries.ts'
import { AccountRow } from './account-row.tsx'

/** Whoever types pauses this long before it is searched for. */
const PAUSE_MS = 250

/** Every account with its plan, to be found by a part of its name or address. */
export function Accounts() {
  const { accounts: texts } = useTexts().operator
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const [said, setSaid] = useState('')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    accountsQuery(search),
  )
  const accounts = data?.pages.flat()
  return (
    <Panel title={texts.title}>
      <TextInput
        type="search"
        label={texts.search}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maxLength={200}
        mb="sm"
      />
      <Said>{said}</Said>
      {error && !accounts && <Problem error={error} retry={refetch} />}
      {!accounts && !error && <Skeletons count={4} height={64} />}
      {accounts?.length === 0 && <Empty icon={IconUserOff} title={texts.none} text={texts.noneText} />}
      <ul className={classes.rows}>
        {accounts?.map((account) => (
          <AccountRow key={account.id} account={account} onChanged={setSaid} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </Panel>
  )
}
