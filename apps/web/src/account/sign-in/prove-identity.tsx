import { Button, Stack } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ApiProblem, api } from '../../api/client.ts'
import { FormProblem } from '../../start/form-problem.tsx'
import { OidcButton } from '../../start/sign-in/oidc-button.tsx'
import { hasPasskeys, signInWithPasskey } from '../../start/sign-in/passkey.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { signInMethodsQuery } from '../queries.ts'
import { PasswordDialog } from './password-dialog.tsx'

/** Whether the service wants to know first who is signed in. */
export const asksForProof = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'fresh_session_required'

/** Asks for the password, a passkey or a sign-in at the operator's provider, after which the session is fresh. */
export function ProveIdentity({ onProved, onClose }: { onProved: () => void; onClose: () => void }) {
  const { proof } = useTexts().account
  const router = useRouter()
  const { data: methods } = useQuery(signInMethodsQuery)
  const prove = useMutation({
    mutationFn: (password: string | null) =>
      password === null
        ? signInWithPasskey()
        : api('PUT /app/session-confirmation', { body: { password } }).then(() => undefined),
    onSuccess: onProved,
  })
  const others = (
    <Stack align="flex-start">
      {hasPasskeys() && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={18} aria-hidden />}
          onClick={() => prove.mutate(null)}
        >
          {proof.passkey}
        </Button>
      )}
      {methods?.oidc?.linked_at && <OidcButton name={methods.oidc.name} to={router.state.location.pathname} fresh />}
    </Stack>
  )
  if (methods && !methods.password)
    return (
      <Dialog opened onClose={onClose} title={proof.title}>
        <p style={{ marginTop: 0 }}>{proof.withoutPassword}</p>
        {others}
        <FormProblem error={prove.error} />
      </Dialog>
    )
  return (
    <PasswordDialog
      title={proof.title}
      action={proof.action}
      onClose={onClose}
      onConfirm={prove.mutate}
      pending={prove.isPending}
      error={prove.error}
    >
      <p style={{ marginTop: 0 }}>{proof.text}</p>
      {others}
    </PasswordDialog>
  )
}
