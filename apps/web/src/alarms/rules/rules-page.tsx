import type { AlarmRule } from '@binnacle/contract'
import { Button } from '@mantine/core'
import { IconBellPlus, IconListCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBoatId } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Said } from '../../ui/said.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { rulesQuery } from '../queries.ts'
import { ReadyMadeSheet } from './ready-made-sheet.tsx'
import { lackingOf } from './rule-fields.ts'
import { RuleRow } from './rule-row.tsx'
import { ChangeRuleSheet, NewRuleSheet } from './rule-sheets.tsx'
import classes from './rules.module.css'

/** Those of alarms first; else as they were made. */
const bySeverity = (rules: readonly AlarmRule[]) =>
  rules.toSorted((a, b) => Number(b.severity === 'alarm') - Number(a.severity === 'alarm'))

/** When there is an alarm: the rules of a boat, to switch, change, add and delete. */
export function RulesPage() {
  const { rules: texts } = useTexts().alarms
  const { data: rules, error, refetch } = useQuery(rulesQuery(useBoatId()))
  const [edited, setEdited] = useState<AlarmRule | 'new' | 'ready-made' | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const close = () => setEdited(null)
  const saved = (text: string) => {
    setSaid(text)
    close()
  }
  const add = (
    <>
      {rules && lackingOf(rules).length > 0 && (
        <Button
          variant="default"
          leftSection={<IconListCheck size={20} aria-hidden />}
          onClick={() => setEdited('ready-made')}
        >
          {texts.readyMade.action}
        </Button>
      )}
      <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setEdited('new')}>
        {texts.add}
      </Button>
    </>
  )
  return (
    <Page title={texts.title} actions={rules && rules.length > 0 && add}>
      {rules ? (
        rules.length > 0 ? (
          <>
            <p className={classes.text}>{texts.text}</p>
            <ul className={classes.list}>
              {bySeverity(rules).map((rule) => (
                <RuleRow key={rule.id} rule={rule} onEdit={() => setEdited(rule)} onSaid={setSaid} />
              ))}
            </ul>
          </>
        ) : (
          <Empty icon={IconBellPlus} title={texts.none} text={texts.noneText} action={add} />
        )
      ) : error ? (
        <Problem error={error} retry={() => void refetch()} />
      ) : (
        <Skeletons count={6} height={64} />
      )}
      <Said>{said}</Said>
      {edited === 'new' && <NewRuleSheet onClose={close} onSaved={saved} />}
      {edited === 'ready-made' && <ReadyMadeSheet rules={rules ?? []} onClose={close} onSaved={saved} />}
      {edited && typeof edited !== 'string' && <ChangeRuleSheet rule={edited} onClose={close} onSaved={saved} />}
    </Page>
  )
}
