import type { Account } from '@binnacle/contract'
import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../texts/use-texts.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { accessKeysQuery } from './queries.ts'

/** Says why no key can be made, and who can change it. */
export function NoPlan({ me }: { me: Account }) {
  const { developer, account } = useTexts()
  const { data: keys = [] } = useQuery(accessKeysQuery)
  const { title, text, paused, operator } = developer.noPlan
  return (
    <Alert
      variant="outline"
      icon={<IconInfoCircle aria-hidden />}
      title={title}
      mb="md"
      styles={{ root: { background: 'var(--card)' } }}
    >
      <p style={{ margin: 0 }}>{text(account.plans[me.plan])}</p>
      {keys.length > 0 && <p style={{ margin: '0.5rem 0 0' }}>{paused}</p>}
      {me.operator && (
        <LinkButton variant="default" mt="sm" to="/operator" hash="accounts">
          {operator}
        </LinkButton>
      )}
    </Alert>
  )
}
