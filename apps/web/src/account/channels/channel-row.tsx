import type { Channel } from '@binnacle/contract'
import { ActionIcon, Button, Switch } from '@mantine/core'
import {
  IconBell,
  IconBrandTelegram,
  IconDeviceMobile,
  IconHistory,
  IconListCheck,
  IconMail,
  IconPencil,
  IconTrash,
  IconWebhook,
} from '@tabler/icons-react'
import { useState } from 'react'
import { FormProblem } from '../../start/form-problem.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { Age } from '../../ui/age.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import accountClasses from '../account.module.css'
import { ChangeChannelDialog } from './change-channel.tsx'
import classes from './channels.module.css'
import { Deliveries } from './deliveries.tsx'
import { useChangeChannel, useDeleteChannel, useTestChannel } from './queries.ts'
import { reasonOf } from './reason.ts'
import { WebhookEventsDialog } from './webhook-events.tsx'

const ICONS = {
  web_push: IconDeviceMobile,
  email: IconMail,
  telegram: IconBrandTelegram,
  ntfy: IconBell,
  webhook: IconWebhook,
}

interface ChannelRowProps {
  channel: Channel
  /** There is something to say. */
  onSaid: (said: string) => void
}

export function ChannelRow({ channel, onSaid }: ChannelRowProps) {
  const { account, common } = useTexts()
  const { channels: texts } = account
  const { id, kind, name, address, severity, events, enabled, told_at, verified_at, last_error } = channel
  const [removing, setRemoving] = useState(false)
  const [showsLog, setShowsLog] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const [changing, setChanging] = useState(false)
  const change = useChangeChannel(id)
  const remove = useDeleteChannel(id)
  const test = useTestChannel(id)
  const Icon = ICONS[kind]
  const toldOf = (events ?? (['vessel.alarm'] as const)).map((event) =>
    event === 'vessel.alarm' ? texts.severities[severity] : texts.events[event],
  )
  return (
    <li className={classes.row}>
      <Icon size={26} stroke={1.6} aria-hidden />
      <div className={accountClasses.what}>
        <p className={accountClasses.name}>{name}</p>
        <p className={accountClasses.quiet}>
          {texts.kinds[kind]} · {toldOf.join(', ')} ·{' '}
          <span className={classes.address}>{kind === 'web_push' ? new URL(address).host : address}</span>
        </p>
        {!verified_at && <p className={classes.error}>{texts.notVerified}</p>}
        {last_error ? (
          <p className={classes.error}>{texts.notAccepted(reasonOf(last_error, texts.reasons))}</p>
        ) : (
          told_at && (
            <p className={accountClasses.quiet}>
              {texts.told} <Age at={told_at} />
            </p>
          )
        )}
        <FormProblem error={change.error ?? test.error} />
      </div>
      <div className={classes.actions}>
        <Switch
          aria-label={texts.enabledOf(name)}
          checked={enabled}
          disabled={change.isPending}
          onChange={({ currentTarget }) => change.mutate({ enabled: currentTarget.checked })}
        />
        <Button
          variant="default"
          loading={test.isPending}
          aria-label={verified_at ? texts.testOf(name) : texts.linkAgainOf(name)}
          onClick={() =>
            test.mutate(undefined, {
              onSuccess: (error) =>
                onSaid(
                  error
                    ? texts.refused(name, reasonOf(error, texts.reasons))
                    : verified_at
                      ? texts.accepted(name)
                      : texts.linkSent(address),
                ),
            })
          }
        >
          {verified_at ? texts.test : texts.linkAgain}
        </Button>
        {events ? (
          <ActionIcon aria-label={texts.eventsOf(name)} onClick={() => setChoosing(true)}>
            <IconListCheck size={20} aria-hidden />
          </ActionIcon>
        ) : (
          <ActionIcon aria-label={texts.changeOf(name)} onClick={() => setChanging(true)}>
            <IconPencil size={20} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon aria-label={texts.logOf(name)} onClick={() => setShowsLog(true)}>
          <IconHistory size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={texts.removeOf(name)} onClick={() => setRemoving(true)}>
          <IconTrash size={20} aria-hidden />
        </ActionIcon>
      </div>
      {choosing && <WebhookEventsDialog channel={channel} onClose={() => setChoosing(false)} />}
      {changing && <ChangeChannelDialog channel={channel} onClose={() => setChanging(false)} />}
      {showsLog && <Deliveries channel={channel} onClose={() => setShowsLog(false)} />}
      <Confirm
        opened={removing}
        onClose={() => setRemoving(false)}
        title={texts.removeTitle(name)}
        action={common.remove}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => onSaid(texts.isRemoved(name)) })}
        pending={remove.isPending}
        error={remove.error}
      >
        {texts.removeText}
      </Confirm>
    </li>
  )
}
