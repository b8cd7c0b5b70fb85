import type { CameraOverview } from '@binnacle/contract'
import { UnstyledButton } from '@mantine/core'
import { IconArrowLeft, IconCameraOff } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { DeviceProblem } from '../connections/device-problem.tsx'
import { useFormat } from '../format/use-format.ts'
import { NotFound } from '../shell/broken.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { Age } from '../ui/age.tsx'
import { Empty } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Problem } from '../ui/problem.tsx'
import { Skeletons } from '../ui/skeletons.tsx'
import classes from './camera-page.module.css'
import { CameraSettings } from './camera-settings.tsx'
import { CheckInPanel } from './check-in/check-in-panel.tsx'
import { Picture } from './picture.tsx'
import { camerasQuery, framesQuery } from './queries.ts'
import { Timeline } from './viewer/timeline.tsx'
import { Viewer } from './viewer/viewer.tsx'

/** One camera: its newest picture, the others by day, asking for a fresh one, and its settings. */
export function CameraPage() {
  const { cameras: texts } = useTexts()
  const { boatId, cameraId } = useParams({ from: '/owner/boats/$boatId/cameras/$cameraId' })
  const { data, error, refetch } = useQuery(camerasQuery(boatId))
  const camera = data?.cameras.find(({ id }) => id === cameraId)
  const above = (
    <Link to="/boats/$boatId/cameras" params={{ boatId }} className={classes.back}>
      <IconArrowLeft size={18} aria-hidden /> {texts.title}
    </Link>
  )
  if (data && !camera) return <NotFound />
  return (
    <Page title={camera?.label ?? texts.title} above={above} wide>
      {error && !data && <Problem error={error} retry={refetch} />}
      {!data && !error && <Skeletons count={2} height={320} />}
      {camera && <CameraBody vesselId={boatId} camera={camera} ahead={data?.ahead ?? 0} />}
    </Page>
  )
}

interface CameraBodyProps {
  vesselId: string
  camera: CameraOverview
  ahead: number
}

function CameraBody({ vesselId, camera, ahead }: CameraBodyProps) {
  const { cameras: texts } = useTexts()
  const frames = useInfiniteQuery(framesQuery(vesselId, camera.id))
  const [shown, setShown] = useState<string | null>(null)
  const list = frames.data?.pages.flatMap((page) => page.frames) ?? []
  return (
    <div className={classes.page}>
      <div className={classes.stage}>
        <Stage camera={camera} onOpen={setShown} />
      </div>
      <div className={classes.side}>
        {camera.last_error && camera.enabled && <DeviceProblem lastError={camera.last_error} />}
        <Panel title={texts.checkIn.title}>
          <CheckInPanel vesselId={vesselId} camera={camera} ahead={ahead} />
        </Panel>
        <details className={classes.settings}>
          <summary>
            <h2>{texts.settings.title}</h2>
          </summary>
          <CameraSettings key={camera.id} vesselId={vesselId} camera={camera} />
        </details>
      </div>
      <div className={classes.line}>
        {frames.error && !frames.data && <Problem error={frames.error} retry={frames.refetch} />}
        {frames.isPending && <Skeletons count={2} height={120} />}
        {frames.data && (
          <Timeline
            camera={camera}
            frames={list}
            hasOlder={frames.hasNextPage}
            loading={frames.isFetchingNextPage}
            onOlder={frames.fetchNextPage}
            onOpen={setShown}
          />
        )}
      </div>
      <Viewer
        vesselId={vesselId}
        camera={camera}
        frames={list}
        shown={shown}
        onShow={setShown}
        onEnd={() => frames.hasNextPage && !frames.isFetching && frames.fetchNextPage()}
      />
    </div>
  )
}

/** The newest picture, big; it opens the viewer. */
function Stage({ camera, onOpen }: { camera: CameraOverview; onOpen: (id: string) => void }) {
  const { cameras: texts } = useTexts()
  const format = useFormat()
  const { newest_frame: newest, label, frames, frames_bytes } = camera
  if (!newest)
    return (
      <Panel>
        <Empty icon={IconCameraOff} title={texts.noPicture} />
      </Panel>
    )
  return (
    <>
      <UnstyledButton className={classes.open} onClick={() => onOpen(newest.id)}>
        <Picture frame={newest} alt={texts.newest(label, format.dateTime(newest.captured_at))} first />
      </UnstyledButton>
      <p className={classes.caption}>
        <span>
          {texts.taken} <Age at={newest.captured_at} /> · {texts.trigger[newest.trigger]}
        </span>
        <span>{texts.kept(format.number(frames), format.bytes(frames_bytes))}</span>
      </p>
    </>
  )
}
