import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import classes from '../../alarms/alarms.module.css'
import { SEVERITY_ICONS, SEVERITY_TONE } from '../../alarms/severity.ts'
import { meQuery } from '../../shell/queries.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Age } from '../../ui/age.tsx'
import { installationAlarmsQuery } from './queries.ts'
import { useInstallationText } from './use-installation-text.ts'
import own from './worst-alarm.module.css'

/** For an operator: the worst open alarm of the installation, in words. Leads to all of them. */
export function WorstInstallationAlarm() {
  const { alarms: texts } = useTexts()
  const text = useInstallationText()
  const { data: me } = useQuery(meQuery)
  const { data } = useQuery({ ...installationAlarmsQuery, enabled: me?.operator === true })
  const [worst, ...others] = data?.open ?? []
  if (!worst) return null
  const Icon = SEVERITY_ICONS[worst.severity]
  return (
    <Link
      to="/operator"
      hash="alarms"
      className={`${classes.alarm} ${own.link}`}
      data-tone={SEVERITY_TONE[worst.severity]}
    >
      <div className={classes.head}>
        <Icon size={26} className={classes.icon} aria-hidden />
        <div>
          <p className={classes.what}>{text.alarm(worst)}</p>
          <p className={classes.severity}>
            {texts.severities[worst.severity]}, <Age at={worst.began_at} />
            {others.length > 0 && ` · ${texts.more(others.length)}`}
          </p>
        </div>
      </div>
    </Link>
  )
}
