import type { Session } from '@binnacle/contract'
import { Button, Group, Stack } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { deviceOf } from '../../format/user-agent.ts'
import { FormProblem } from '../../start/form-problem.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { Age } from '../../ui/age.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Said } from '../../ui/said.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import classes from '../account.module.css'
import { sessionsQuery } from '../queries.ts'

/** So many sessions are shown before somebody asks for all. */
const FEW = 5

/** Where the account is signed in, this browser first; each other can be signed out. */
export function SessionsPanel() {
  const { sessions: texts } = useTexts().account
  const { data, error, refetch } = useQuery(sessionsQuery)
  const queries = useQueryClient()
  const [all, setAll] = useState(false)
  const [asking, setAsking] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const ended = async (what: string) => {
    await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    setSaid(what)
  }
  const endOthers = useMutation({
    mutationFn: () => api('POST /api/auth/revoke-other-sessions'),
    onSuccess: async () => {
      await ended(texts.othersEnded)
      setAsking(false)
    },
  })
  const sessions = data?.toSorted((a, b) => Number(b.current) - Number(a.current))
  const shown = all ? sessions : sessions?.slice(0, FEW)
  const others = (sessions?.length ?? 1) - 1
  return (
    <Panel title={texts.title} anchor="sessions">
      <Stack>
        {error && !sessions && <Problem error={error} retry={() => void refetch()} />}
        {!sessions && !error && <Skeletons count={2} height={56} />}
        {shown && (
          <ul className={classes.rows}>
            {shown.map((session) => (
              <SessionRow key={session.id} session={session} onEnded={ended} />
            ))}
          </ul>
        )}
        {others > 0 && (
          <Group>
            {others >= FEW && (
              <Button variant="default" aria-expanded={all} onClick={() => setAll(!all)}>
                {all ? texts.showFew : texts.showAll(others + 1)}
              </Button>
            )}
            <Button variant="default" onClick={() => setAsking(true)}>
              {texts.endOthers}
            </Button>
          </Group>
        )}
        <Said>{said}</Said>
      </Stack>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.endOthersTitle}
        action={texts.endOthers}
        onConfirm={() => endOthers.mutate()}
        pending={endOthers.isPending}
        error={endOthers.error}
      >
        {texts.endOthersText(others)}
      </Confirm>
    </Panel>
  )
}

function SessionRow({ session, onEnded }: { session: Session; onEnded: (said: string) => Promise<void> }) {
  const { sessions: texts } = useTexts().account
  const { id, current, user_agent, ip, last_seen_at } = session
  const { browser, system, handheld } = deviceOf(user_agent)
  const what = texts.on(browser, system)
  const end = useMutation({
    mutationFn: () => api('DELETE /app/sessions/{id}', { params: { id } }),
    onSuccess: () => onEnded(texts.ended(what)),
  })
  const Icon = handheld ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={classes.row}>
      <Icon size={26} stroke={1.6} aria-hidden />
      <div className={classes.what}>
        <p className={classes.name}>{what}</p>
        <p className={classes.quiet}>
          {!current && (
            <>
              {texts.lastSeen} <Age at={last_seen_at} />
            </>
          )}
          {!current && ip && ' · '}
          {ip}
        </p>
        <FormProblem error={end.error} />
      </div>
      {current ? (
        <span className={classes.state} data-on>
          {texts.current}
        </span>
      ) : (
        <Button variant="default" aria-label={texts.endOf(what)} loading={end.isPending} onClick={() => end.mutate()}>
          {texts.end}
        </Button>
      )}
    </li>
  )
}
