import type { InstallationAlarm } from '@binnacle/contract'
import { IconBellCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { AlarmButtons } from '../../alarms/alarm-buttons.tsx'
import { AlarmFacts } from '../../alarms/alarm-facts.tsx'
import { AlarmHead } from '../../alarms/alarm-head.tsx'
import classes from '../../alarms/alarms.module.css'
import { SEVERITY_TONE } from '../../alarms/severity.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { installationAlarmsQuery, useAcknowledge, useEndSilence, useSilence } from './queries.ts'
import { InstallationRules } from './rules.tsx'
import { useInstallationText } from './use-installation-text.ts'

/** What is wrong with the installation, what was, and the rules that say so. */
export function InstallationAlarms() {
  const { alarms: texts, operator } = useTexts()
  const { data, error, refetch } = useQuery(installationAlarmsQuery)
  const missing = error ? <Problem error={error} retry={() => void refetch()} /> : <Skeletons count={2} height={96} />
  return (
    <div className={classes.panels}>
      <Panel title={texts.open}>
        {data ? (
          data.open.length > 0 ? (
            <Items alarms={data.open} />
          ) : (
            <Empty icon={IconBellCheck} title={texts.none} text={operator.alarms.noneText} />
          )
        ) : (
          missing
        )}
      </Panel>
      <InstallationRules />
      {data && (
        <Panel title={texts.history}>
          {data.ended.length > 0 ? <Items alarms={data.ended} /> : <p className={classes.quiet}>{texts.noHistory}</p>}
        </Panel>
      )}
    </div>
  )
}

const Items = ({ alarms }: { alarms: readonly InstallationAlarm[] }) => (
  <ul className={classes.list}>
    {alarms.map((alarm) => (
      <Item key={alarm.id} alarm={alarm} />
    ))}
  </ul>
)

function Item({ alarm }: { alarm: InstallationAlarm }) {
  const { id, severity } = alarm
  const what = useInstallationText().alarm(alarm)
  const isOpen = alarm.ended_at === null
  const [acknowledge, silence, endSilence] = [useAcknowledge(id), useSilence(id), useEndSilence(id)]
  return (
    <li className={classes.alarm} data-tone={isOpen ? SEVERITY_TONE[severity] : undefined}>
      <AlarmHead severity={severity} text={what} />
      <AlarmFacts alarm={alarm} />
      {isOpen && <AlarmButtons {...{ alarm, what, acknowledge, silence, endSilence }} />}
    </li>
  )
}
