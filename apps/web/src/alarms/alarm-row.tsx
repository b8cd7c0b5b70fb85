import type { Alarm } from '@binnacle/contract'
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useFormat } from '../format/use-format.ts'
import { useTexts } from '../texts/use-texts.ts'
import { AlarmSeen } from './alarm-seen.tsx'
import classes from './alarms.module.css'
import type { TakenPicture } from './pictures.ts'
import { SEVERITY_ICONS } from './severity.ts'
import { useAlarmText } from './use-alarm-text.ts'

/** An alarm that is over in one row: what, when and how long. A tap opens the rest. */
export function AlarmRow({ alarm, pictures }: { alarm: Alarm; pictures: readonly TakenPicture[] }) {
  const { alarms: texts } = useTexts()
  const format = useFormat()
  const id = useId()
  const [open, setOpen] = useState(false)
  const text = useAlarmText()(alarm)
  const { severity, began_at, ended_at } = alarm
  const Icon = SEVERITY_ICONS[severity]
  const Chevron = open ? IconChevronUp : IconChevronDown
  return (
    <li className={classes.row}>
      <h4 className={classes.rowHead}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <Icon size={20} className={classes.icon} aria-hidden />
          <span className={classes.rowText}>
            <span>{text}</span>
            <VisuallyHidden> {texts.severities[severity]} </VisuallyHidden>
            <span className={classes.when}>
              {format.dayTime(began_at)} · {format.duration(Date.parse(ended_at ?? began_at) - Date.parse(began_at))}
            </span>
          </span>
          <Chevron size={20} className={classes.icon} aria-hidden />
        </UnstyledButton>
      </h4>
      <div id={id} className={classes.rowBody} hidden={!open}>
        {open && (
          <>
            <p className={classes.severity}>{texts.severities[severity]}</p>
            <AlarmSeen alarm={alarm} pictures={pictures} />
          </>
        )}
      </div>
    </li>
  )
}
