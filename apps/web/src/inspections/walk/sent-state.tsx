import { Button } from '@mantine/core'
import { IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import type { Outbox, OutboxState } from '../../outbox/points/outbox.ts'
import { countUnsent } from '../../outbox/points/unsent.ts'
import { useTexts } from '../../texts/use-texts.ts'
import classes from '../walk.module.css'

/** Whether everything is with the service, and what to do when it is not. */
export function SentState({ outbox, state }: { outbox: Outbox; state: OutboxState }) {
  const { walk } = useTexts().inspections
  const { unsent, trouble, held } = state
  const refused = Object.keys(unsent.refused)
  const waiting = countUnsent(unsent) - refused.length
  const [Icon, said] =
    waiting === 0
      ? [IconCloudCheck, walk.saved]
      : trouble || held
        ? [IconCloudOff, walk.waiting(waiting)]
        : [IconCloudUp, walk.saving]
  return (
    <div className={classes.sent}>
      <span role="status" data-trouble={trouble || (held && waiting > 0) || undefined} className={classes.sentText}>
        <Icon size={20} aria-hidden /> {said}
      </span>
      {trouble && (
        <Button variant="subtle" onClick={() => outbox.retry()}>
          {walk.sendNow}
        </Button>
      )}
      {refused.length > 0 && (
        <span role="alert" className={classes.refused}>
          {walk.refused(refused.length)}{' '}
          <Button variant="subtle" onClick={() => outbox.discard(...refused)}>
            {walk.discardRefused}
          </Button>
        </span>
      )}
    </div>
  )
}
