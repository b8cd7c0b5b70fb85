import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePreferences } from '../../format/preferences.ts'
import { FormProblem } from '../../start/form-problem.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Said } from '../../ui/said.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import classes from '../account.module.css'
import { type BoatId, calendarQuery, useMakeCalendar, useRevokeCalendar } from './queries.ts'

/** What is due in the calendar of one's phone: make the address, copy it, subscribe, revoke. */
export function CalendarAddress({ boatId, text }: { boatId: BoatId; text: string }) {
  const { calendar: texts } = useTexts().account
  const { data: url, error, refetch } = useQuery(calendarQuery(boatId))
  const make = useMakeCalendar(boatId)
  const [said, setSaid] = useState<string | null>(null)
  return (
    <Stack>
      <p className={classes.text}>{text}</p>
      {url === undefined && (error ? <Problem error={error} retry={() => void refetch()} /> : <Skeletons />)}
      {url === null && (
        <div>
          <Button loading={make.isPending} onClick={() => make.mutate(undefined)}>
            {texts.make}
          </Button>
        </div>
      )}
      <FormProblem error={make.error} />
      {url && <Address boatId={boatId} url={url} onRevoked={() => setSaid(texts.revoked)} />}
      <Said>{said}</Said>
    </Stack>
  )
}

interface AddressProps {
  boatId: BoatId
  url: string
  onRevoked: () => void
}

function Address({ boatId, url, onRevoked }: AddressProps) {
  const { calendar: texts } = useTexts().account
  const { language } = usePreferences().preferences
  const revoke = useRevokeCalendar(boatId)
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
