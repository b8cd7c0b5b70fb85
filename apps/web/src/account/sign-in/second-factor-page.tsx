import '../../mantine-signed-in.css'
import { Button, Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { meQuery } from '../../shell/queries.ts'
import { EntryFrame } from '../../start/frame/entry-frame.tsx'
import { safePath } from '../../start/sign-in/safe-path.ts'
import { useSignOut } from '../../start/sign-in/sign-out.ts'
import { AllTexts } from '../../texts/all-texts.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { TotpSetUp } from './totp-set-up.tsx'

/** For an account that must have a second factor and has none: sets it up, and goes on to the page that was asked for. */
export function SecondFactorPage() {
  return (
    <AllTexts>
      <SetUp />
    </AllTexts>
  )
}

function SetUp() {
  const { account, common } = useTexts()
  const { requiredFactor, twoFactor } = account
  const { to } = useSearch({ from: '/second-factor' })
  const { email } = useSuspenseQuery(meQuery).data
  const router = useRouter()
  const signOut = useSignOut()
  const [open, setOpen] = useState(false)
  const [enabled, setEnabled] = useState(false)
  // After the backup codes have gone from the page: they let nobody leave.
  const done = enabled && !open
  useEffect(() => {
    if (done) router.history.replace(safePath(to))
  }, [done, router, to])
  return (
    <EntryFrame title={requiredFactor.title} text={requiredFactor.text(email)}>
      <Stack>
        <Button onClick={() => setOpen(true)}>{twoFactor.setUpTitle}</Button>
        <Button variant="default" onClick={() => void signOut()}>
          {common.nav.signOut}
        </Button>
      </Stack>
      {open && <TotpSetUp onEnabled={() => setEnabled(true)} onClose={() => setOpen(false)} />}
    </EntryFrame>
  )
}
