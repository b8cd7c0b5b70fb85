import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ApiProblem } from '../api/client.ts'
import { demandText } from '../forms/demand.ts'
import { fieldProblem } from '../forms/field-problem.ts'
import type { FirstTexts } from '../texts/en-first.ts'
import { useFirstTexts } from '../texts/use-texts.ts'

/** What went wrong, in words for people: the code and the field decide them, not the service's English sentence. */
export function problemText(error: unknown, common: FirstTexts['common']): string {
  const { problem, demands, fields } = common
  if (!(error instanceof ApiProblem)) return problem.unavailable
  const { code, retryAfter, status } = error
  const refused = fieldProblem(error)
  if (refused) {
    const label = Object.hasOwn(fields, refused.field) ? fields[refused.field as keyof typeof fields] : null
    return problem.invalid_field(label, demandText(refused.text, demands))
  }
  if (code === 'quota_exceeded') return quotaText(error, common)
  if (code === 'rate_limited') return problem.rate_limited(retryAfter)
  const known: unknown = Object.hasOwn(problem, code) ? problem[code as keyof typeof problem] : undefined
  if (typeof known === 'string') return known
  return status >= 500 ? problem.unavailable : problem.other(code)
}

function quotaText({ detail }: ApiProblem, { problem, quotas }: FirstTexts['common']): string {
  const [, quota = '', used = '', max = ''] = /^(\w+): (\d+) of (\d+) used/.exec(detail ?? '') ?? []
  if (!Object.hasOwn(quotas, quota)) return problem.quota_exceeded
  const name = quotas[quota as keyof typeof quotas]
  return quota === 'storage_bytes' ? problem.storage_full : problem.quota_used(name, used, max)
}

const isOffline = (error: unknown) => error instanceof ApiProblem && error.code === 'offline'

/** Says what failed. With `retry`, the page could not be read and never was before: it offers to try again. */
export function Problem({ error, retry }: { error: unknown; retry?: () => void }) {
  const { common } = useFirstTexts()
  return (
    <Alert
      role="alert"
      variant="outline"
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={common.problem.title}
      styles={{ root: { background: 'var(--late-tint)' }, title: { color: 'var(--late)' } }}
    >
      <p style={{ margin: '0 0 0.5rem' }}>
        {retry && isOffline(error) ? common.problem.offlinePage : problemText(error, common)}
      </p>
      {retry && (
        <Button variant="default" onClick={retry}>
          {common.retry}
        </Button>
      )}
    </Alert>
  )
}
