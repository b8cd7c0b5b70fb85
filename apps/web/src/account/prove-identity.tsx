import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { ApiProblem, api } from '../api/client.ts'
import { hasPasskeys, signInWithPasskey } from '../start/passkey.ts'
import { useTexts } from '../texts/use-texts.ts'
import { PasswordDialog } from './password-dialog.tsx'

/** Whether the service wants to know first who is signed in. */
export const asksForProof = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'fresh_session_required'

/** Asks for the password or a passkey, after which the session is fresh. */
export function ProveIdentity({ onProved, onClose }: { onProved: () => void; onClose: () => void }) {
  const { proof } = useTexts().account
  const prove = useMutation({
    mutationFn: (password: string | null) =>
      password === null
        ? signInWithPasskey()
        : api('PUT /app/session-confirmation', { body: { password } }).then(() => undefined),
    onSuccess: onProved,
  })
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
      {hasPasskeys() && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={18} aria-hidden />}
          onClick={() => prove.mutate(null)}
        >
          {proof.passkey}
        </Button>
      )}
    </PasswordDialog>
  )
}
