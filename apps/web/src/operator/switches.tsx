import { Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../format/use-format.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Panel } from '../ui/panel.tsx'
import { Problem } from '../ui/problem.tsx'
import { Skeletons } from '../ui/skeletons.tsx'
import { settingsQuery, useChangeSettings } from './queries.ts'

/** The installation's switches, each with what it means as it stands. */
export function Switches() {
  const { switches: texts } = useTexts().operator
  const format = useFormat()
  const { data: settings, error, refetch } = useQuery(settingsQuery)
  const change = useChangeSettings()
  const [asking, setAsking] = useState(false)
  const takes = settings?.ingest_enabled ?? true
  return (
    <Panel title={texts.title}>
      {error && !settings && <Problem error={error} retry={refetch} />}
      {!settings && !error && <Skeletons count={2} height={56} />}
      {settings && (
        <Stack>
          <Switch
            label={texts.signups}
            description={settings.signups === 'open' ? texts.signupsOn : texts.signupsOff}
            checked={settings.signups === 'open'}
            onChange={(event) => change.mutate({ signups: event.currentTarget.checked ? 'open' : 'closed' })}
          />
          <Switch
            label={texts.ingest}
            description={takes ? texts.ingestOn : texts.ingestOff}
            checked={takes}
            onChange={() => (takes ? setAsking(true) : change.mutate({ ingest_enabled: true }))}
          />
          <div>
            <Text>{texts.keep}</Text>
            <Text c="dimmed" size="sm">
              {settings.telemetry_keep_days === null
                ? texts.keepUnlimited
                : texts.keepText(format.number(settings.telemetry_keep_days))}
            </Text>
          </div>
        </Stack>
      )}
      {change.error && !asking && <Problem error={change.error} />}
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.ingestAsk}
        action={texts.ingestAction}
        pending={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate({ ingest_enabled: false }, { onSuccess: () => setAsking(false) })}
      >
        {texts.ingestAskText}
      </Confirm>
    </Panel>
  )
}
