import type { InstallationAlarm } from '@binnacle/contract'
import { Button } from '@mantine/core'
import { IconBellCheck, IconBellOff, IconBellRinging, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import classes from '../../alarms/alarms.module.css'
import { SEVERITY_ICONS, SEVERITY_TONE } from '../../alarms/severity.ts'
import { isSilent } from '../../alarms/silence/is-silent.ts'
import { SilenceSheet } from '../../alarms/silence/silence-sheet.tsx'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Age } from '../../ui/age.tsx'
import { useNow } from '../../ui/clock.ts'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { installationAlarmsQuery, useAcknowledge, useEndSilence, useSilence } from './queries.ts'
import { InstallationRules } from './rules.tsx'
import { useInstallationText } from './use-installation-text.ts'

/** What is wrong with the installation, what was, and the rules that say so. */
export function InstallationAlarms() {
  const { alarms: texts } = useTexts()
  const { operator } = useTexts()
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
  const { alarms: texts } = useTexts()
  const format = useFormat()
  const now = useNow()
  const { severity, began_at, ended_at, acknowledged_at, acknowledged_by, silenced_until } = alarm
  const Icon = SEVERITY_ICONS[severity]
  return (
    <li className={classes.alarm} data-tone={ended_at === null ? SEVERITY_TONE[severity] : undefined}>
      <div className={classes.head}>
        <Icon size={26} className={classes.icon} aria-hidden />
        <div>
          <h3 className={classes.what}>{useInstallationText().alarm(alarm)}</h3>
          <p className={classes.severity}>{texts.severities[severity]}</p>
        </div>
      </div>
      <ul className={classes.facts}>
        <li>
          {ended_at === null ? (
            <>
              {texts.since(format.dateTime(began_at))}, <Age at={began_at} />
            </>
          ) : (
            `${format.dateTime(began_at)} – ${format.dateTime(ended_at)} (${format.duration(Date.parse(ended_at) - Date.parse(began_at))})`
          )}
        </li>
        {acknowledged_at && (
          <li>
            {texts.acknowledgedBy(acknowledged_by)} <Age at={acknowledged_at} />
          </li>
        )}
        {isSilent(alarm, now) && (
          <li>{silenced_until ? texts.silence.until(format.dateTime(silenced_until)) : texts.silence.untilEnd}</li>
        )}
      </ul>
      {ended_at === null && <Actions alarm={alarm} />}
    </li>
  )
}

function Actions({ alarm }: { alarm: InstallationAlarm }) {
  const { alarms: texts } = useTexts()
  const what = useInstallationText().alarm(alarm)
  const acknowledge = useAcknowledge(alarm.id)
  const silence = useSilence(alarm.id)
  const endSilence = useEndSilence(alarm.id)
  const [silencing, setSilencing] = useState(false)
  const error = acknowledge.error ?? endSilence.error
  return (
    <>
      <div className={classes.actions}>
        {alarm.acknowledged_at === null && (
          <Button
            leftSection={<IconCheck size={20} aria-hidden />}
            aria-label={texts.acknowledgeOf(what)}
            loading={acknowledge.isPending}
            onClick={() => acknowledge.mutate(undefined)}
          >
            {texts.acknowledge}
          </Button>
        )}
        {isSilent(alarm, useNow()) ? (
          <Button
            variant="default"
            leftSection={<IconBellRinging size={20} aria-hidden />}
            aria-label={texts.silence.endOf(what)}
            loading={endSilence.isPending}
            onClick={() => endSilence.mutate(undefined)}
          >
            {texts.silence.end}
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconBellOff size={20} aria-hidden />}
            aria-label={texts.silence.of(what)}
            onClick={() => setSilencing(true)}
          >
            {texts.silence.action}
          </Button>
        )}
      </div>
      {error ? <Problem error={error} /> : null}
      {silencing && <SilenceSheet silence={silence} onClose={() => setSilencing(false)} />}
    </>
  )
}
