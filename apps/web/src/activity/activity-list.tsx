import type { AuditEvent, InstallationEvent } from '@binnacle/contract'
import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useFormat } from '../format/use-format.ts'
import { deviceOf } from '../format/user-agent.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Empty } from '../ui/empty.tsx'
import { Panel } from '../ui/panel.tsx'
import { Problem } from '../ui/problem.tsx'
import { Skeletons } from '../ui/skeletons.tsx'
import classes from './activity.module.css'

interface ActivityListProps {
  events: (AuditEvent | InstallationEvent)[] | undefined
  error: Error | null
  retry: () => void
  /** Loads the next page; absent: there is none. */
  more?: (() => void) | undefined
  loading: boolean
}

/** Events of the audit log: what happened, when, and from where. */
export function ActivityList({ events, error, retry, more, loading }: ActivityListProps) {
  const { activity } = useTexts()
  return (
    <Panel>
      <p className={classes.text}>{activity.text}</p>
      {error && !events && <Problem error={error} retry={retry} />}
      {!events && !error && <Skeletons count={6} height={56} />}
      {events?.length === 0 && <Empty icon={IconHistory} title={activity.none} text={activity.noneText} />}
      <ul className={classes.rows}>
        {events?.map((event) => (
          <Row key={event.id} event={event} />
        ))}
      </ul>
      {more && (
        <Button variant="default" loading={loading} onClick={more}>
          {activity.more}
        </Button>
      )}
    </Panel>
  )
}

function Row({ event }: { event: AuditEvent | InstallationEvent }) {
  const { activity, account: accountTexts } = useTexts()
  const format = useFormat()
  const { kind, at, ip, user_agent, by_operator, detail } = event
  const { browser, system } = deviceOf(user_agent)
  const where = [user_agent && accountTexts.sessions.on(browser, system), ip].filter(Boolean).join(' · ')
  const about = [
    detail.name,
    detail.vessel,
    detail.method && activity.methods[detail.method],
    detail.value,
    detail.access_key && activity.withKey(detail.access_key),
    by_operator && activity.byOperator,
    detail.more && activity.andMore(detail.more),
  ]
  return (
    <li className={classes.row}>
      <p className={classes.what}>
        <strong>{activity.kinds[kind]}</strong>
        {about.filter(Boolean).map((text) => (
          <span key={String(text)} dir="auto">
            {' · '}
            {text}
          </span>
        ))}
      </p>
      <p className={classes.where}>
        <time dateTime={at}>{format.dateTime(at)}</time>
        {'account' in event && ` · ${event.account?.email ?? activity.noAccount}`}
        {where && ` · ${where}`}
      </p>
    </li>
  )
}
