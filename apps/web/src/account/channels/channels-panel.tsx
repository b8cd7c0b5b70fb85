import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../texts/use-texts.ts'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Said } from '../../ui/said.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import classes from '../account.module.css'
import { ChannelRow } from './channel-row.tsx'
import { MadeWebhook } from './made-webhook.tsx'
import { NewChannelDialog } from './new-channel.tsx'
import { channelsQuery } from './queries.ts'
import { QuietHoursRow } from './quiet-hours.tsx'
import { VerifyAddress } from './verify-address.tsx'

/** Where the account is told of alarms: add, test, switch off, remove. */
export function ChannelsPanel() {
  const { channels: texts } = useTexts().account
  const { data, error, refetch } = useQuery(channelsQuery)
  const channels = data?.channels
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  return (
    <Panel title={texts.title}>
      <Stack>
        <p className={classes.text}>{texts.text}</p>
        {!channels && (error ? <Problem error={error} retry={() => void refetch()} /> : <Skeletons />)}
        {channels?.length === 0 && <p className={classes.quiet}>{texts.none}</p>}
        {channels && channels.length > 0 && (
          <ul className={classes.rows}>
            {channels.map((channel) => (
              <ChannelRow key={channel.id} channel={channel} onSaid={setSaid} />
            ))}
          </ul>
        )}
        <div>
          <Button variant={channels?.length ? 'default' : 'filled'} disabled={!data} onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        </div>
        {data && channels!.length > 0 && <QuietHoursRow hours={data.quiet_hours} onSaid={setSaid} />}
        <VerifyAddress onSaid={setSaid} />
        <Said>{said}</Said>
      </Stack>
      {adding && data && (
        <NewChannelDialog
          kinds={data.kinds}
          pushKey={data.push_key}
          onClose={() => setAdding(false)}
          onMade={({ channel, secret: made }) => {
            setAdding(false)
            setSecret(made)
            setSaid(channel.verified_at ? texts.isAdded(channel.name) : texts.linkSent(channel.address))
          }}
        />
      )}
      {secret && <MadeWebhook secret={secret} onClose={() => setSecret(null)} />}
    </Panel>
  )
}
