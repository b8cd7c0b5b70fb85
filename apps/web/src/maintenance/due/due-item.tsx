import type { DueForecast } from '@binnacle/contract'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { dueState } from '../../boats/health/due-state.ts'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { useNow } from '../../ui/clock.ts'
import { TONE } from '../../ui/status.ts'
import { useIntervalText } from '../tasks/use-interval-text.ts'
import classes from './due.module.css'
import { usedShare } from './used-share.ts'

interface DueItemProps {
  item: DueForecast
  onDone: () => void
}

/** A task: when it is due by date and by hours, when that is expected, how much of its interval is used, and a button for done. */
export function DueItem({ item, onDone }: DueItemProps) {
  const { due } = useTexts().maintenance
  const state = dueState(item)
  return (
    <li className={classes.item} data-tone={TONE[state]}>
      <h3 className={classes.title}>{item.title}</h3>
      <div className={classes.about}>
        <When item={item} />
        <Expected item={item} />
        <History item={item} />
      </div>
      <Button
        className={classes.done}
        variant={item.status === 'ok' ? 'default' : 'filled'}
        leftSection={<IconCheck size={20} aria-hidden />}
        aria-label={due.doneOf(item.title)}
        onClick={onDone}
      >
        {due.done}
      </Button>
      <Used item={item} />
    </li>
  )
}

function When({ item: { due_date, due_hours, hours_left, interval_hours } }: { item: DueForecast }) {
  const { due } = useTexts().maintenance
  const format = useFormat()
  const now = useNow()
  const byDate = due_date && due.onDate(format.day(due_date), format.daysAway(due_date, now))
  const byHours = due_hours !== null && hoursText(format.hours(due_hours), hours_left)
  const fromFirst = interval_hours !== null && due_hours === null && due.fromFirstHours
  return <p className={classes.when}>{[byDate, byHours || fromFirst].filter(Boolean).join(` ${due.or} `)}</p>

  function hoursText(at: string, left: number | null): string {
    if (left === null) return due.hoursUnknown(at)
    if (left === 0) return due.hoursNow(at)
    return left > 0 ? due.atHours(at, format.hours(left)) : due.overHours(at, format.hours(-left))
  }
}

/** Said only where it is not the due date itself. */
function Expected({ item: { predicted_date, trips_by } }: { item: DueForecast }) {
  const { due } = useTexts().maintenance
  const format = useFormat()
  const now = useNow()
  if (predicted_date === null || trips_by === 'date') return null
  return (
    <p className={classes.when}>{due.expected(format.day(predicted_date), format.daysAway(predicted_date, now))}</p>
  )
}

function History({ item }: { item: DueForecast }) {
  const { due } = useTexts().maintenance
  const format = useFormat()
  const intervalText = useIntervalText()
  const { last_service: last } = item
  const hours = last && last.engine_hours !== null ? format.hours(last.engine_hours) : null
  return (
    <p className={classes.quiet}>
      {item.once ? due.once : due.every(intervalText(item))} ·{' '}
      {last ? due.last(format.day(last.done_at), hours) : due.never}
    </p>
  )
}

const PERCENT = 100

function Used({ item }: { item: DueForecast }) {
  const { due } = useTexts().maintenance
  const format = useFormat()
  const used = usedShare(item, useNow())
  if (used === null) return null
  const percent = Math.round(used * PERCENT)
  return (
    <div className={classes.bar} role="img" aria-label={due.used(format.percent(percent))}>
      <div className={classes.fill} style={{ '--used': `${percent}%` } as React.CSSProperties} />
    </div>
  )
}
