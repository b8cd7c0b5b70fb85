import { Button } from '@mantine/core'
import { IconCompassOff } from '@tabler/icons-react'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiProblem } from '../api/client.ts'
import { useFirstTexts } from '../texts/use-texts.ts'
import { Empty } from '../ui/empty.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'
import { Problem } from '../ui/problem.tsx'

const RETRY_MS = 5_000

/** What is shown in place of a page that could not be loaded, or that broke. */
export function Broken({ error }: ErrorComponentProps) {
  const { common } = useFirstTexts()
  const router = useRouter()
  const isPassing = error instanceof ApiProblem && (error.status === 0 || error.status >= 500)
  // Around this page may be no shell, and so no live events that say that the service is back.
  useEffect(() => {
    if (!isPassing) return
    const timer = setInterval(() => void router.invalidate(), RETRY_MS)
    return () => clearInterval(timer)
  }, [isPassing, router])
  if (error instanceof ApiProblem && error.status === 404) return <NotFound />
  if (error instanceof ApiProblem)
    return (
      <Page title={common.problem.title}>
        <Problem error={error} retry={() => void router.invalidate()} />
      </Page>
    )
  return (
    <Page title={common.boundary.title}>
      <p>{common.boundary.text}</p>
      <Button onClick={() => location.reload()}>{common.boundary.reload}</Button>
    </Page>
  )
}

export function NotFound() {
  const { common } = useFirstTexts()
  return (
    <Page title={common.notFound.title}>
      <Empty
        icon={IconCompassOff}
        title={common.notFound.text}
        action={<LinkButton to="/">{common.notFound.home}</LinkButton>}
      />
    </Page>
  )
}
