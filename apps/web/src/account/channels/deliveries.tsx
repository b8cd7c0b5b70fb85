import type { Channel, Delivery } from '@binnacle/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../format/use-format.ts'
import { FormProblem } from '../../start/form-problem.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { Age } from '../../ui/age.tsx'
import { useNow } from '../../ui/clock.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import accountClasses from '../account.module.css'
import classes from './channels.module.css'
import { deliveriesQuery, useSendAgain } from './queries.ts'
import { reasonOf } from './reason.ts'

/** What was sent to a channel lately, and what came of it. */
export function Deliveries({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { channels: texts } = useTexts().account
  const { data, error, refetch } = useQuery(deliveriesQuery(channel.id))
  const again = useSendAgain(channel.id)
  useFocusBack()
  const titleOf = (event: Delivery['event'], severity: Delivery['severity']) => {
    const { [event]: happened } = texts.happened as Partial<Record<Delivery['event'], string>>
    if (happened) return happened
    return event.endsWith('.ended') || !severity ? texts.ended : texts.began[severity]
  }
  const format = useFormat()
  const now = useNow()
  const stateOf = ({ state, held_until }: Delivery) =>
    held_until && Date.parse(held_until) > now
      ? texts.heldUntil(format.time(new Date(held_until)))
      : texts.states[state]
  return (
    <Dialog opened onClose={onClose} title={texts.logOf(channel.name)}>
      {!data && (error ? <Problem error={error} retry={() => void refetch()} /> : <Skeletons />)}
      {data?.length === 0 && <p className={accountClasses.quiet}>{texts.logEmpty}</p>}
      <FormProblem error={again.error} />
      <ul className={accountClasses.rows}>
        {data?.map((delivery) => {
          const { id, vessel_name, event, severity, state, error: why, created_at } = delivery
          return (
            <li key={id} className={classes.row}>
              <div className={accountClasses.what}>
                <p className={accountClasses.name}>
                  {vessel_name ?? texts.installation}: {titleOf(event, severity)}
                </p>
                <p className={state === 'given_up' ? classes.error : accountClasses.quiet}>
                  <Age at={created_at} /> · {channel.kind === 'webhook' && `${event} · `}
                  {stateOf(delivery)}
                  {why && ` (${reasonOf(why, texts.reasons)})`}
                </p>
              </div>
              <Button
                variant="default"
                disabled={again.isPending}
                aria-label={texts.againOf(vessel_name ?? texts.installation)}
                onClick={() => again.mutate(id)}
              >
                {texts.again}
              </Button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
