import type { AlarmRule } from '@binnacle/contract'
import { ActionIcon, Switch } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useBoatId } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useChangeRule, useDeleteRule } from '../queries.ts'
import { SEVERITY_ICONS, SEVERITY_TONE } from '../severity.ts'
import { useAlarmText } from '../use-alarm-text.ts'
import { useCameras } from './camera-field.tsx'
import classes from './rules.module.css'

interface RuleRowProps {
  rule: AlarmRule
  onEdit: () => void
  /** There is something to say. */
  onSaid: (said: string) => void
}

/** A rule in words, with its switch, its form and the way to delete it. */
export function RuleRow({ rule, onEdit, onSaid }: RuleRowProps) {
  const { alarms } = useTexts()
  const { rules: texts } = alarms
  const format = useFormat()
  const boatId = useBoatId()
  const text = useAlarmText()(rule)
  const change = useChangeRule(boatId, rule.id)
  const Icon = SEVERITY_ICONS[rule.severity]
  const { hold_s, applies, severity, enabled, camera_id } = rule
  const camera = useCameras().find(({ id }) => id === camera_id)
  const more = [
    alarms.severities[severity],
    hold_s > 0 && texts.hold(format.duration(hold_s * 1000)),
    applies !== 'always' && texts.applies[applies],
    camera && texts.pictureOf(camera.label),
  ]
  return (
    <li className={classes.row} data-off={!enabled || undefined}>
      <Icon size={24} className={classes.icon} data-tone={SEVERITY_TONE[severity]} aria-hidden />
      <div className={classes.said}>
        <h2 className={classes.what}>{text}</h2>
        <p className={classes.quiet}>{more.filter(Boolean).join(' · ')}</p>
        {change.error ? <Problem error={change.error} /> : null}
      </div>
      <div className={classes.buttons}>
        <Switch
          aria-label={texts.enabledOf(text)}
          checked={enabled}
          disabled={change.isPending}
          onChange={({ currentTarget }) => change.mutate({ enabled: currentTarget.checked })}
        />
        <ActionIcon onClick={onEdit} aria-label={texts.editOf(text)}>
          <IconPencil size={22} aria-hidden />
        </ActionIcon>
        <RemoveRule rule={rule} text={text} onRemoved={() => onSaid(texts.removed(text))} />
      </div>
    </li>
  )
}

function RemoveRule({ rule, text, onRemoved }: { rule: AlarmRule; text: string; onRemoved: () => void }) {
  const { rules: texts } = useTexts().alarms
  const [asking, setAsking] = useState(false)
  const remove = useDeleteRule(useBoatId(), rule.id)
  return (
    <>
      <ActionIcon onClick={() => setAsking(true)} aria-label={texts.removeOf(text)}>
        <IconTrash size={22} aria-hidden />
      </ActionIcon>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.removeTitle}
        action={texts.remove}
        onConfirm={() => remove.mutate(undefined, { onSuccess: onRemoved })}
        pending={remove.isPending}
        error={remove.error}
      >
        <p>{text}</p>
        <p>{texts.removeText}</p>
      </Confirm>
    </>
  )
}
