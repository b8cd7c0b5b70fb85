import { IconClipboardCheck } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useBoatId } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { useWalk } from './use-walk.ts'
import { Walk } from './walk-steps.tsx'

/** An inspection, walked through point by point. */
export function WalkPage() {
  const boatId = useBoatId()
  const { inspectionId = '' } = useParams({ strict: false })
  const { inspections } = useTexts()
  const walk = useWalk(boatId, inspectionId)
  const { data, error, refetch } = walk.read
  if (!data)
    return (
      <Page title={inspections.walk.title}>
        {error ? <Problem error={error} retry={() => refetch()} /> : <Skeletons count={3} height={120} />}
      </Page>
    )
  if (data.inspection.status === 'completed')
    return (
      <Page title={inspections.walk.title}>
        <Empty
          icon={IconClipboardCheck}
          title={inspections.finish.fixed}
          action={
            <LinkButton to="/boats/$boatId/inspections/$inspectionId/report" params={{ boatId, inspectionId }}>
              {inspections.list.report}
            </LinkButton>
          }
        />
      </Page>
    )
  return <Walk key={inspectionId} boatId={boatId} inspectionId={inspectionId} walk={walk} />
}
