import type { AlarmRule } from '@binnacle/contract'
import { useFormat } from '../../format/use-format.ts'
import { forgetDraft } from '../../forms/draft.ts'
import { useBoatId } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { useChangeRule, useMakeRule } from '../queries.ts'
import { useAlarmText } from '../use-alarm-text.ts'
import { changeOf, fieldsOf, isUsual, newFields, newRuleOf } from './rule-fields.ts'
import { RuleForm } from './rule-form.tsx'

interface SheetProps {
  onClose: () => void
  /** Called with what is to be said. */
  onSaved: (text: string) => void
}

/** Changes limit, time and urgency of a rule. */
export function ChangeRuleSheet({ rule, onClose, onSaved }: SheetProps & { rule: AlarmRule }) {
  const { rules: texts } = useTexts().alarms
  const { display, locale } = useFormat()
  const text = useAlarmText()
  const change = useChangeRule(useBoatId(), rule.id)
  const before = fieldsOf(rule, display, locale)
  const draft = `rule ${rule.id}`
  useFocusBack()
  return (
    <Sheet opened onClose={onClose} title={texts.edit}>
      <p style={{ marginTop: 0 }}>{text(rule)}</p>
      <RuleForm
        initial={before}
        draft={draft}
        isNew={false}
        moreOpen={!isUsual(rule)}
        onSubmit={(fields) =>
          change.mutate(changeOf(fields, before, display, locale), {
            onSuccess: (saved) => {
              forgetDraft(draft)
              onSaved(texts.saved(text(saved.rule)))
            },
          })
        }
        onCancel={() => {
          forgetDraft(draft)
          onClose()
        }}
        pending={change.isPending}
        error={change.error}
      />
    </Sheet>
  )
}

export function NewRuleSheet({ onClose, onSaved }: SheetProps) {
  const { rules: texts } = useTexts().alarms
  const { display, locale } = useFormat()
  const text = useAlarmText()
  const boatId = useBoatId()
  const make = useMakeRule(boatId)
  const draft = `new-rule ${boatId}`
  useFocusBack()
  return (
    <Sheet opened onClose={onClose} title={texts.add}>
      <RuleForm
        initial={newFields('engine_coolant_temp', display, locale)}
        draft={draft}
        isNew
        onSubmit={(fields) =>
          make.mutate(newRuleOf(fields, display, locale), {
            onSuccess: (made) => {
              forgetDraft(draft)
              onSaved(texts.added(text(made.rule)))
            },
          })
        }
        onCancel={() => {
          forgetDraft(draft)
          onClose()
        }}
        pending={make.isPending}
        error={make.error}
      />
    </Sheet>
  )
}
