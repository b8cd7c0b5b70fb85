import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { useFirstTexts } from '../../texts/use-texts.ts'
import classes from '../frame/entry-frame.module.css'
import { EntryFrame } from '../frame/entry-frame.tsx'
import { startQuery } from '../queries.ts'
import { useSignedIn } from '../sign-in/use-signed-in.ts'
import { AccountForm } from './account-form.tsx'

/** Makes one more account, where the installation takes them. */
export function SignUpPage() {
  const { start } = useFirstTexts()
  const { data, isFetchedAfterMount } = useQuery({ ...startQuery, refetchOnMount: 'always' })
  const made = useSignedIn('/boats/new')
  if (data?.first_run && isFetchedAfterMount) return <Navigate to="/welcome" replace />
  const closed = data?.signups_open === false
  return (
    <EntryFrame
      title={closed ? start.signUp.closedTitle : start.signUp.title}
      text={closed ? start.signUp.closed : undefined}
    >
      {!closed && <AccountForm action={start.signUp.action} made={made} />}
      <p className={classes.foot}>
        {start.signUp.haveOne} <Link to="/sign-in">{start.signUp.signIn}</Link>
      </p>
    </EntryFrame>
  )
}
