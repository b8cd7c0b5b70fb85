import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useFirstTexts } from '../../texts/use-texts.ts'
import classes from '../frame/entry-frame.module.css'
import { EntryFrame } from '../frame/entry-frame.tsx'
import { startQuery } from '../queries.ts'
import { useSignedIn } from '../sign-in/use-signed-in.ts'
import { AccountForm } from './account-form.tsx'

/** The first run: makes the operator's account, and goes on to the first boat. */
export function WelcomePage() {
  const { start } = useFirstTexts()
  const { data, isFetchedAfterMount } = useQuery({ ...startQuery, refetchOnMount: 'always' })
  const made = useSignedIn('/boats/new')
  if (data && isFetchedAfterMount && !data.first_run) return <Navigate to="/sign-in" replace />
  return (
    <EntryFrame title={start.welcome.title} text={start.welcome.text}>
      {data && <AccountForm action={start.welcome.action} made={made} first={data.setup_token_required} />}
      <p className={classes.foot}>{start.welcome.next}</p>
    </EntryFrame>
  )
}
