import type { Task } from '@binnacle/contract'
import { Button } from '@mantine/core'
import { IconChecklist, IconListCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useBoat } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { tasksQuery } from '../queries.ts'
import { TaskList } from './task-list.tsx'
import { TaskSetChooser } from './task-set-chooser.tsx'
import { TaskSheet } from './task-sheet.tsx'

const CHOOSE = 'choose'

/** The tasks of a boat, to make, change and delete; and the ready-made ones to choose from, at #choose. */
export function TasksPage() {
  const boat = useBoat()
  const { tasks: words, sets } = useTexts().maintenance
  const tasks = useQuery(tasksQuery(boat.id))
  const choosing = useLocation().hash === CHOOSE
  const navigate = useNavigate()
  const go = (hash?: string) => navigate({ to: '/boats/$boatId/tasks', params: { boatId: boat.id }, hash })
  const [edited, setEdited] = useState<Task | 'new' | null>(null)
  const [said, setSaid] = useState('')
  const say = (text: string) => {
    setEdited(null)
    setSaid(text)
  }
  const buttons = (
    <>
      <Button variant="default" leftSection={<IconListCheck size={20} aria-hidden />} onClick={() => go(CHOOSE)}>
        {words.choose}
      </Button>
      <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setEdited('new')}>
        {words.add}
      </Button>
    </>
  )
  return (
    <Page title={words.title} actions={choosing || tasks.data?.length === 0 ? null : buttons}>
      {choosing ? (
        <Panel title={sets.title}>
          <TaskSetChooser
            onAdded={(text) => {
              say(text)
              void go()
            }}
            onCancel={() => void go()}
          />
        </Panel>
      ) : tasks.data ? (
        tasks.data.length > 0 ? (
          <TaskList tasks={tasks.data} onEdit={setEdited} onRemoved={say} />
        ) : (
          <Empty icon={IconChecklist} title={words.empty.title} text={words.empty.text} action={buttons} />
        )
      ) : tasks.error ? (
        <Problem error={tasks.error} retry={() => tasks.refetch()} />
      ) : (
        <Skeletons count={6} height={64} />
      )}
      <TaskSheet task={edited} onClose={() => setEdited(null)} onSaved={say} />
      {said && !choosing && <Notice text={said} onDismiss={() => setSaid('')} />}
    </Page>
  )
}
