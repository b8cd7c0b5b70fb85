import { Skeleton, Text } from '@mantine/core'
import { IconCamera, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useBoatId } from '../shell/use-boat.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Empty } from '../ui/empty.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Problem } from '../ui/problem.tsx'
import { CameraCard } from './camera-card.tsx'
import classes from './cameras-page.module.css'
import { camerasQuery } from './queries.ts'

/** How many pictures are on the first screen. */
const AT_ONCE = 2

/** All cameras of a boat, each by its newest picture. */
export function CamerasPage() {
  const { cameras: texts, common } = useTexts()
  const vesselId = useBoatId()
  const { data, error, refetch } = useQuery(camerasQuery(vesselId))
  return (
    <Page title={texts.title} wide>
      <Text c="dimmed" mb="md">
        {texts.intro}
      </Text>
      {error && !data && <Problem error={error} retry={refetch} />}
      {!data && !error && (
        <div className={classes.gallery} role="status" aria-label={common.loading}>
          <Skeleton height={420} radius="lg" />
          <Skeleton height={420} radius="lg" />
        </div>
      )}
      {data?.cameras.length === 0 && <NoCamera vesselId={vesselId} />}
      <div className={classes.gallery}>
        {data?.cameras.map((camera, i) => (
          <CameraCard key={camera.id} vesselId={vesselId} camera={camera} ahead={data.ahead} first={i < AT_ONCE} />
        ))}
      </div>
    </Page>
  )
}

function NoCamera({ vesselId }: { vesselId: string }) {
  const { empty } = useTexts().cameras
  return (
    <Panel>
      <Empty
        icon={IconCamera}
        title={empty.title}
        text={empty.text}
        action={
          <LinkButton
            to="/boats/$boatId/connections"
            params={{ boatId: vesselId }}
            search={{ connect: 'onboard_camera' }}
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            {empty.action}
          </LinkButton>
        }
      />
    </Panel>
  )
}
