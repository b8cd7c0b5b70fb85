import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePreferences } from '../../format/preferences.ts'
import { FormProblem } from '../../start/form-problem.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Said } from '../../ui/said.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import classes from '../account.module.css'
import { calendarQuery, useMakeCalendar, useRevokeCalendar } from './queries.ts'

/** What is due in the calendar of one's phone: make the address, copy it, subscribe, revoke. */
export function CalendarPanel() {
  const { calendar: texts } = useTexts().account
  const { data: url, error, refetch } = useQuery(calendarQuery)
  const make = useMakeCalendar()
  const [said, setSaid] = useState<string | null>(null)
  return (
    <Panel title={texts.title}>
      <Stack>
        <p className={classes.text}>{texts.text}</p>
        {url === undefined && (error ? <Problem error={error} retry={() => void refetch()} /> : <Skeletons />)}
        {url === null && (
          <div>
            <Button loading={make.isPending} onClick={() => make.mutate(undefined)}>
              {texts.make}
            </Button>
          </div>
        )}
        <FormProblem error={make.error} />
        {url && <Address url={url} onRevoked={() => setSaid(texts.revoked)} />}
        <Said>{said}</Said>
      </Stack>
    </Panel>
  )
}

function Address({ url, onRevoked }: { url: string; onRevoked: () => void }) {
  const { calendar: texts } = useTexts().account
  const { language } = usePreferences().preferences
  const revoke = useRevokeCalendar()
  const [revoking, setRevoking] = useState(false)
  const address = `${url}?lang=${language}`
  return (
    <>
      <CopyField label={texts.address} value={address} />
      <p className={classes.quiet}>{texts.secret}</p>
      <Group>
        <Button component="a" variant="default" href={address.replace(/^https?:/, 'webcal:')}>
          {texts.subscribe}
        </Button>
        <Button variant="default" onClick={() => setRevoking(true)}>
          {texts.revoke}
        </Button>
      </Group>
      <Confirm
        opened={revoking}
        onClose={() => setRevoking(false)}
        title={texts.revokeTitle}
        action={texts.revoke}
        onConfirm={() => revoke.mutate(undefined, { onSuccess: onRevoked })}
        pending={revoke.isPending}
        error={revoke.error}
      >
        {texts.revokeText}
      </Confirm>
    </>
  )
}
