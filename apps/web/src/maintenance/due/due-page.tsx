import type { DueForecast } from '@binnacle/contract'
import { Button, Title } from '@mantine/core'
import { IconCircleCheck, IconPlus, IconTool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { CalendarButton } from '../../account/calendar/calendar-button.tsx'
import { type DueState, dueState } from '../../boats/health/due-state.ts'
import { useBoatId } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { ICONS, TONE } from '../../ui/status.ts'
import { useServiceLog } from '../logbook/use-service-log.tsx'
import { dueQuery } from '../queries.ts'
import classes from './due.module.css'
import { DueItem } from './due-item.tsx'
import { PaceText } from './pace-text.tsx'

const GROUPS: readonly DueState[] = ['overdue', 'due_soon', 'never_logged', 'ok']

/** What is due, the most urgent first; a tap on Done and one on Save log a service. */
export function DuePage() {
  const id = useBoatId()
  const { due } = useTexts().maintenance
  const feed = useQuery(dueQuery(id))
  const { open, view } = useServiceLog()
  const items = feed.data?.items
  useOpenedByHash(id, items, open)
  return (
    <Page
      title={due.title}
      actions={
        <>
          <Button variant="default" leftSection={<IconPlus size={20} aria-hidden />} onClick={() => open(null)}>
            {due.other}
          </Button>
          <CalendarButton />
        </>
      }
    >
      {items ? (
        items.length > 0 ? (
          <>
            <Groups items={items} onDone={({ task_id, title }) => open({ id: task_id, title })} />
            <PaceText usage={feed.data!.usage} className={classes.pace} />
          </>
        ) : (
          <NoTasks boatId={id} />
        )
      ) : feed.error ? (
        <Problem error={feed.error} retry={() => feed.refetch()} />
      ) : (
        <Skeletons count={4} height={132} />
      )}
      {view}
    </Page>
  )
}

/** A link such as #log-<task> opens the sheet for that task; the address forgets it, so that a reload does not open it again. */
function useOpenedByHash(
  boatId: string,
  items: readonly DueForecast[] | undefined,
  open: (task: { id: string; title: string }) => void,
) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what opens the sheet is the address, once its task is known
  useEffect(() => {
    const item = items?.find(({ task_id }) => hash === `log-${task_id}`)
    if (!item) return
    // First the address: the sheet has an entry of its own in the history.
    void navigate({ to: '/boats/$boatId/maintenance', params: { boatId }, replace: true, resetScroll: false }).then(
      () => open({ id: item.task_id, title: item.title }),
    )
  }, [hash, items])
}

function Groups({ items, onDone }: { items: readonly DueForecast[]; onDone: (item: DueForecast) => void }) {
  const { due } = useTexts().maintenance
  return (
    <>
      {items.every((item) => dueState(item) === 'ok') && (
        <p className={classes.allDone}>
          <IconCircleCheck aria-hidden /> {due.allDone}
        </p>
      )}
      {GROUPS.map((status) => (
        <Group key={status} status={status} items={items.filter((item) => dueState(item) === status)} onDone={onDone} />
      ))}
    </>
  )
}

interface GroupProps {
  status: DueState
  items: readonly DueForecast[]
  onDone: (item: DueForecast) => void
}

function Group({ status, items, onDone }: GroupProps) {
  const { due } = useTexts().maintenance
  const Icon = ICONS[status]
  if (items.length === 0) return null
  return (
    <section className={classes.group} aria-labelledby={`group-${status}`}>
      <Title order={2} size="h4" id={`group-${status}`} className={classes.heading} data-tone={TONE[status]}>
        <Icon size={22} aria-hidden /> {due.groups[status]} ({items.length})
      </Title>
      {status === 'never_logged' && <AskWhen />}
      <ul className={classes.items}>
        {items.map((item) => (
          <DueItem key={item.task_id} item={item} onDone={() => onDone(item)} />
        ))}
      </ul>
    </section>
  )
}

function AskWhen() {
  const { due } = useTexts().maintenance
  const boatId = useBoatId()
  return (
    <p className={classes.ask}>
      {due.neverText}{' '}
      <LinkButton to="/boats/$boatId/guide" params={{ boatId }} hash="lastDone" variant="default">
        {due.neverAction}
      </LinkButton>
    </p>
  )
}

function NoTasks({ boatId }: { boatId: string }) {
  const { empty } = useTexts().maintenance.due
  return (
    <Empty
      icon={IconTool}
      title={empty.title}
      text={empty.text}
      action={
        <LinkButton to="/boats/$boatId/tasks" params={{ boatId }} hash="choose">
          {empty.choose}
        </LinkButton>
      }
    />
  )
}
