import type { InspectionSummary } from '@binnacle/contract'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconClipboardCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWaiting } from '../../outbox/entries.ts'
import { isStart } from '../../outbox/entry.ts'
import { useBoatId } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { inspectionsQuery } from '../queries.ts'
import { InspectionLine, LocalLine } from './inspection-line.tsx'
import classes from './list.module.css'
import { ScoreTrend } from './score-trend.tsx'
import { StartInspection } from './start-inspection.tsx'
import { scoredOf } from './trend.ts'

/** The inspections of a boat: what is under way, how the score went, and the reports. */
export function InspectionsPage() {
  const boatId = useBoatId()
  const { inspections: words } = useTexts()
  const { data, error, refetch } = useQuery(inspectionsQuery(boatId))
  const [opened, { open, close }] = useDisclosure()
  const start = (
    <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={open}>
      {words.list.start}
    </Button>
  )
  const local = useWaiting(boatId).filter(isStart)
  const some = data !== undefined && data.length + local.length > 0
  return (
    <Page title={words.title} actions={some && start}>
      {some ? (
        <>
          <Lines boatId={boatId} title={words.list.open} of={data.filter(({ status }) => status === 'in_progress')}>
            {local.map((start) => (
              <LocalLine key={start.key} boatId={boatId} start={start} />
            ))}
          </Lines>
          <ScoreTrend scored={scoredOf(data)} />
          <Lines boatId={boatId} title={words.list.finished} of={data.filter(({ status }) => status === 'completed')} />
        </>
      ) : data ? (
        <Empty icon={IconClipboardCheck} title={words.list.emptyTitle} text={words.list.emptyText} action={start} />
      ) : error ? (
        <Problem error={error} retry={() => refetch()} />
      ) : (
        <Skeletons count={4} height={84} />
      )}
      <StartInspection boatId={boatId} opened={opened} onClose={close} />
    </Page>
  )
}

interface LinesProps {
  title: string
  of: InspectionSummary[]
  boatId: string
  /** Lines before them. */
  children?: ReactNode[]
}

function Lines({ title, of, boatId, children = [] }: LinesProps) {
  if (of.length + children.length === 0) return null
  return (
    <Panel title={title}>
      <ul className={classes.lines}>
        {children}
        {of.map((inspection) => (
          <InspectionLine key={inspection.id} boatId={boatId} inspection={inspection} />
        ))}
      </ul>
    </Panel>
  )
}
