import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ApiProblem } from '../api/client.ts'
import type { Texts } from '../texts/en.ts'
import { useTexts } from '../texts/use-texts.ts'

/** What went wrong, in words for people. */
export function problemText(error: unknown, { problem }: Texts['common']): string {
  if (!(error instanceof ApiProblem)) return problem.unavailable
  const { code, detail, retryAfter, status } = error
  if (code === 'invalid_request') return problem.invalid_request(detail)
  if (code === 'rate_limited') return problem.rate_limited(retryAfter)
  const known: unknown = Object.hasOwn(problem, code) ? problem[code as keyof typeof problem] : undefined
  if (typeof known === 'string') return known
  return status >= 500 ? problem.unavailable : problem.other(code)
}

/** Tells that something failed, and offers to try again. */
export function Problem({ error, retry }: { error: unknown; retry?: () => void }) {
  const { common } = useTexts()
  return (
    <Alert
      role="alert"
      variant="outline"
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={common.problem.title}
      styles={{ root: { background: 'var(--late-tint)' }, title: { color: 'var(--late)' } }}
    >
      <p style={{ margin: '0 0 0.5rem' }}>{problemText(error, common)}</p>
      {retry && (
        <Button variant="default" onClick={retry}>
          {common.retry}
        </Button>
      )}
    </Alert>
  )
}
