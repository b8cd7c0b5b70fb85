import type { Severity } from '@binnacle/contract'
import { useTexts } from '../texts/use-texts.ts'
import classes from './alarms.module.css'
import { SEVERITY_ICONS } from './severity.ts'

/** What an alarm is, and how urgent. */
export function AlarmHead({ severity, text }: { severity: Severity; text: string }) {
  const { alarms: texts } = useTexts()
  const Icon = SEVERITY_ICONS[severity]
  return (
    <div className={classes.head}>
      <Icon size={26} className={classes.icon} aria-hidden />
      <div>
        <h3 className={classes.what}>{text}</h3>
        <p className={classes.severity}>{texts.severities[severity]}</p>
      </div>
    </div>
  )
}
