import { Button, Modal, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { apiOnce } from '../../api/client.ts'
import { sessionBegun, signInDeclined } from '../../api/session.ts'
import { meQuery } from '../../shell/queries.ts'
import { useFirstTexts } from '../../texts/use-texts.ts'
import { PasswordForm } from '../password/password-form.tsx'
import { CodeForm } from '../second-factor/code-form.tsx'
import { toSignIn } from './to-sign-in.ts'

const UNREADABLE = { backgroundOpacity: 0.75, blur: 12 }

/**
 * The sign-in over a page whose session has ended. The page stays as it is, with what was typed, for its owner only: when
 * somebody else signs in, the app starts anew. Escape and Back do not close it, since what is behind is private.
 */
export default function SignInAgain() {
  const { start } = useFirstTexts()
  const queries = useQueryClient()
  const router = useRouter()
  const [owner] = useState(() => queries.getQueryData(meQuery.queryKey)?.id)
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [problem, setProblem] = useState<unknown>(null)

  function startOver(reason: unknown) {
    setProblem(reason)
    setStep('password')
  }

  async function signedIn() {
    try {
      const { account } = await apiOnce('GET /app/me')
      if (account.id !== owner) return startAnew()
    } catch (error) {
      return startOver(error)
    }
    sessionBegun()
    void queries.invalidateQueries({}, { cancelRefetch: false })
  }

  return (
    <Modal
      opened
      onClose={() => undefined}
      title={step === 'code' ? start.code.title : start.again.title}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      overlayProps={UNREADABLE}
      zIndex={400}
    >
      <Stack>
        {step === 'code' ? (
          <CodeForm signedIn={signedIn} startOver={startOver} />
        ) : (
          <>
            <p style={{ margin: 0 }}>{start.again.text}</p>
            <PasswordForm problem={problem} signedIn={signedIn} codeNeeded={() => setStep('code')} />
          </>
        )}
        <Button
          variant="subtle"
          onClick={() => {
            toSignIn(queries, router)
            signInDeclined()
          }}
        >
          {start.again.leave}
        </Button>
      </Stack>
    </Modal>
  )
}

/** As if the app had just been opened: nothing that the one before has typed or read stays, neither here nor in the page's memory. */
function startAnew(): void {
  sessionStorage.clear()
  location.replace('/')
}
