import { Button } from '@mantine/core'
import { IconClipboardCheck, IconCloudUp, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { entriesOf } from '../../outbox/entries.ts'
import { useBoatId } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { useIsDiscarding } from '../queries.ts'
import { NotTaken } from './not-taken.tsx'
import { useWalk } from './use-walk.ts'
import { Walk } from './walk-steps.tsx'

/** An inspection, walked through point by point. */
export function WalkPage() {
  const boatId = useBoatId()
  const { inspectionId = '' } = useParams({ strict: false })
  const { inspections, common } = useTexts()
  const walk = useWalk(boatId, inspectionId)
  const { id, points, status, completion, discard, error, retry } = walk
  const entries = entriesOf(useQueryClient())
  // Its question stays until the page has gone: it has an entry in the history.
  const isDiscarding = useIsDiscarding(id)
  const navigate = useNavigate()
  useEffect(() => {
    const to = '/boats/$boatId/inspections/$inspectionId'
    if (id !== inspectionId)
      void navigate({ to, params: { boatId, inspectionId: id }, replace: true, resetScroll: false })
  }, [boatId, id, inspectionId, navigate])
  if (!points)
    return (
      <Page title={inspections.walk.title}>
        {error ? <Problem error={error} retry={retry} /> : <Skeletons count={3} height={120} />}
      </Page>
    )
  if (status === 'completed')
    return (
      <Page title={inspections.walk.title}>
        <NotTaken {...walk} points={points} />
        <Empty
          icon={IconClipboardCheck}
          title={inspections.finish.fixed}
          action={
            <LinkButton to="/boats/$boatId/inspections/$inspectionId/report" params={{ boatId, inspectionId: id }}>
              {inspections.list.report}
            </LinkButton>
          }
        />
      </Page>
    )
  if (discard && !isDiscarding)
    return (
      <Page title={inspections.walk.title}>
        <Empty
          icon={IconTrash}
          title={common.waiting.toBeDeleted}
          text={inspections.finish.discardText}
          action={
            <Button variant="default" onClick={() => entries.discard(discard.key)}>
              {common.waiting.keep}
            </Button>
          }
        />
      </Page>
    )
  if (completion)
    return (
      <Page title={inspections.walk.title}>
        <Empty
          icon={IconCloudUp}
          title={inspections.finish.waits}
          text={inspections.finish.waitsText}
          action={
            <Button variant="default" onClick={() => entries.discard(completion.key)}>
              {inspections.finish.goOn}
            </Button>
          }
        />
      </Page>
    )
  // It stays as it is when the service gives the inspection its id: somebody may be writing.
  return <Walk key={entries.idFirst(id)} boatId={boatId} inspectionId={id} walk={{ ...walk, points }} />
}
