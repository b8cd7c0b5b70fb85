import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useFirstTexts } from '../../texts/use-texts.ts'
import { FormProblem } from '../form-problem.tsx'
import { NAMED_BUTTON, signInWithOidc } from './oidc.ts'

interface OidcButtonProps {
  /** Of the provider. */
  name: string
  to?: string | undefined
  fresh?: boolean
}

/** Signs in at the operator's provider, and comes back to the page. */
export function OidcButton({ name, to, fresh = false }: OidcButtonProps) {
  const { start } = useFirstTexts()
  const leave = useMutation({ mutationFn: () => signInWithOidc({ ...(to && { to }), fresh }) })
  return (
    <>
      <Button
        variant="default"
        size={fresh ? 'md' : 'lg'}
        styles={NAMED_BUTTON}
        loading={leave.isPending}
        onClick={() => leave.mutate()}
      >
        {start.signIn.oidc(name)}
      </Button>
      <FormProblem error={leave.error} />
    </>
  )
}
