import type { CameraOverview } from '@binnacle/contract'
import { IconCameraOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { DeviceProblem } from '../connections/device-problem.tsx'
import { useFormat } from '../format/use-format.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Age } from '../ui/age.tsx'
import badge from '../ui/status-badge.module.css'
import classes from './camera-card.module.css'
import { CheckInPanel } from './check-in/check-in-panel.tsx'
import { Picture } from './picture.tsx'

interface CameraCardProps {
  vesselId: string
  camera: CameraOverview
  ahead: number
  /** On the screen at once. */
  first: boolean
}

const WIDE = 16 / 9

/** A camera by its newest picture, which leads to all of them. */
export function CameraCard({ vesselId, camera, ahead, first }: CameraCardProps) {
  const { cameras: texts } = useTexts()
  const format = useFormat()
  const { id, label, newest_frame: newest, enabled, last_error } = camera
  const to = { to: '/boats/$boatId/cameras/$cameraId', params: { boatId: vesselId, cameraId: id } } as const
  return (
    <article className={classes.card} aria-labelledby={`camera-${id}`}>
      {newest ? (
        <Link {...to} className={classes.picture} aria-label={texts.open(label)}>
          <Picture
            frame={newest}
            alt={texts.newest(label, format.dateTime(newest.captured_at))}
            ratio={WIDE}
            first={first}
          />
        </Link>
      ) : (
        <div className={`${classes.picture} ${classes.empty}`}>
          <IconCameraOff size={40} stroke={1.4} aria-hidden />
          {texts.noPicture}
        </div>
      )}
      <div className={classes.head}>
        <h2 className={classes.name} id={`camera-${id}`}>
          <Link {...to}>{label}</Link>
        </h2>
        {!enabled && <span className={badge.badge}>{texts.off}</span>}
        {newest && (
          <p className={classes.facts}>
            {texts.taken} <Age at={newest.captured_at} />
          </p>
        )}
      </div>
      {last_error && enabled && <DeviceProblem lastError={last_error} />}
      <CheckInPanel vesselId={vesselId} camera={camera} ahead={ahead} short />
    </article>
  )
}
