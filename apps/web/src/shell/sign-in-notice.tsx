import { Button } from '@mantine/core'
import { IconShieldExclamation } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { deviceOf } from '../format/user-agent.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Age } from '../ui/age.tsx'
import classes from './network-bar.module.css'

const noticesQuery = queryOptions({
  queryKey: ['me', 'sign-in-notices'],
  queryFn: ({ signal }) => api('GET /app/sign-in-notices', { signal }).then(({ sign_ins }) => sign_ins),
  meta: { persist: false },
})

/** Tells once of a sign-in from a device that was not seen before. */
export function SignInNotice() {
  const { account, activity } = useTexts()
  const { notice: texts } = activity
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data: notices = [] } = useQuery(noticesQuery)
  const confirm = useMutation({
    mutationFn: (last: string) => api('POST /app/sign-in-notices/confirm', { body: { last } }),
    onSuccess: () => queries.setQueryData(noticesQuery.queryKey, []),
  })
  const [newest] = notices
  if (!newest) return null
  const { browser, system } = deviceOf(newest.user_agent)
  return (
    <section aria-label={texts.title} className={classes.bar} data-shown style={{ flexWrap: 'wrap' }}>
      <IconShieldExclamation size={20} aria-hidden />
      <span role="status">
        {notices.length === 1 ? texts.title : texts.many(notices.length)}{' '}
        {[account.sessions.on(browser, system), newest.ip].filter(Boolean).join(' · ')} · <Age at={newest.at} />
      </span>
      <Button size="sm" variant="default" loading={confirm.isPending} onClick={() => confirm.mutate(newest.id)}>
        {texts.mine}
      </Button>
      <Button
        size="sm"
        variant="default"
        c="var(--late)"
        onClick={() => {
          confirm.mutate(newest.id)
          void navigate({ to: '/account', hash: 'sessions' })
        }}
      >
        {texts.notMine}
      </Button>
    </section>
  )
}
