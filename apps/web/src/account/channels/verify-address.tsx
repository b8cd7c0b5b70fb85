import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { FormProblem } from '../../start/form-problem.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { useVerifyChannel } from './queries.ts'

/** Opened by the link in an e-mail, it verifies the address, once. */
export function VerifyAddress({ onSaid }: { onSaid: (said: string) => void }) {
  const { channels: texts } = useTexts().account
  const { channel, code } = useSearch({ from: '/owner/account' })
  const navigate = useNavigate()
  const { mutate, error } = useVerifyChannel(channel ?? '')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address of the page is the only cause.
  useEffect(() => {
    if (!channel || !code) return
    void navigate({ to: '/account', replace: true })
    mutate(code, { onSuccess: ({ channel: { address } }) => onSaid(texts.isVerified(address)) })
  }, [channel, code])
  return <FormProblem error={error} />
}
