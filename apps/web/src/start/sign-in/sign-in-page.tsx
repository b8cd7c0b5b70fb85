import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useFirstTexts } from '../../texts/use-texts.ts'
import classes from '../frame/entry-frame.module.css'
import { EntryFrame } from '../frame/entry-frame.tsx'
import { PasswordForm } from '../password/password-form.tsx'
import { startQuery } from '../queries.ts'
import { CodeForm } from '../second-factor/code-form.tsx'
import { OidcProblem } from './oidc.ts'
import { OidcButton } from './oidc-button.tsx'
import { safePath } from './safe-path.ts'
import { useSignedIn } from './use-signed-in.ts'

/** Signs in and goes to the page that was asked for; at the first run there is nobody to sign in, and it leads to the welcome. */
export function SignInPage() {
  const { start } = useFirstTexts()
  const { to, error } = useSearch({ from: '/sign-in' })
  const { data, isFetchedAfterMount } = useQuery({ ...startQuery, refetchOnMount: 'always' })
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [problem, setProblem] = useState<unknown>(error ? new OidcProblem(error) : null)
  const signedIn = useSignedIn(to)

  if (data?.first_run && isFetchedAfterMount) return <Navigate to="/welcome" replace />
  if (step === 'code')
    return (
      <EntryFrame title={start.code.title}>
        <CodeForm
          signedIn={signedIn}
          startOver={(reason) => {
            setProblem(reason)
            setStep('password')
          }}
        />
        <p className={classes.foot}>{start.code.lost}</p>
      </EntryFrame>
    )
  return (
    <EntryFrame title={start.signIn.title}>
      <PasswordForm problem={problem} signedIn={signedIn} codeNeeded={() => setStep('code')}>
        {data?.oidc_name && <OidcButton name={data.oidc_name} to={safePath(to)} />}
      </PasswordForm>
      {data?.signups_open && (
        <p className={classes.foot}>
          {start.signIn.noAccount} <Link to="/sign-up">{start.signIn.signUp}</Link>
        </p>
      )}
      <p className={classes.foot}>
        {data?.sends_email ? <Link to="/forgot-password">{start.signIn.forgot}</Link> : start.signIn.lost}
      </p>
    </EntryFrame>
  )
}
