import type { AlarmRule } from '@binnacle/contract'
import { Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { useBoatId } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Problem } from '../../ui/problem.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { useMakeRules } from '../queries.ts'
import { useAlarmText } from '../use-alarm-text.ts'
import { lackingOf, ofReadyMade } from './rule-fields.ts'

interface ReadyMadeSheetProps {
  rules: readonly AlarmRule[]
  onClose: () => void
  /** Called with what is to be said. */
  onSaved: (text: string) => void
}

/** The ready-made rules that the boat does not have, to tick and add. */
export function ReadyMadeSheet({ rules, onClose, onSaved }: ReadyMadeSheetProps) {
  const { readyMade: texts } = useTexts().alarms.rules
  const text = useAlarmText()
  const make = useMakeRules(useBoatId())
  const [chosen, setChosen] = useState<readonly string[]>([])
  const lacking = lackingOf(rules)
  useFocusBack()
  return (
    <Sheet opened onClose={onClose} title={texts.action}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const some = lacking.filter((_, i) => chosen.includes(String(i)))
          make.mutate(some.map(ofReadyMade), { onSuccess: () => onSaved(texts.added(some.length)) })
        }}
      >
        <Stack>
          <Checkbox.Group value={[...chosen]} onChange={setChosen} label={texts.text}>
            <Stack mt="sm">
              {lacking.map((rule, i) => (
                <Checkbox
                  key={`${rule.kind} ${rule.metric}`}
                  value={String(i)}
                  label={text({ ...rule, instance: null })}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          {make.error ? <Problem error={make.error} /> : null}
          <FormButtons
            action={texts.add(chosen.length)}
            disabled={chosen.length === 0}
            pending={make.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Sheet>
  )
}
