import type { CameraOverview, StoredFrame } from '@binnacle/contract'
import { UnstyledButton } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useCameraActions } from '../queries.ts'
import { fileNameOf } from './days.ts'
import classes from './viewer.module.css'

interface ViewerBarProps {
  vesselId: string
  camera: CameraOverview
  frame: StoredFrame
  /** Counted from the newest, which is 1. */
  place: number
  /** Whether its owner is being asked if it is to be deleted. */
  asking: boolean
  onAsk: (asking: boolean) => void
  onRemoved: () => void
}

/** What is known of the picture that is shown, and what can be done with it. */
export function ViewerBar({ vesselId, camera, frame, place, asking, onAsk, onRemoved }: ViewerBarProps) {
  const { cameras } = useTexts()
  const { viewer: texts } = cameras
  const format = useFormat()
  const { removeFrame } = useCameraActions(vesselId, camera.id)
  const { width, height, bytes, captured_at, trigger } = frame
  const removed = () => {
    onAsk(false)
    onRemoved()
  }
  return (
    <div className={classes.bar}>
      <p className={classes.facts} aria-live="polite">
        <span className={classes.when}>{format.dateTime(captured_at)}</span>
        <span>{cameras.trigger[trigger]}</span>
        {width && height && <span>{texts.size(width, height)}</span>}
        {bytes !== null && <span>{format.bytes(bytes)}</span>}
        <span>{texts.place(place, format.number(Math.max(camera.frames, place)))}</span>
      </p>
      <div className={classes.actions}>
        <a
          className={classes.action}
          href={frame.url}
          target="_blank"
          download={fileNameOf(camera.label, frame)}
          rel="noopener"
        >
          <IconDownload size={20} aria-hidden /> {texts.download}
        </a>
        <UnstyledButton className={classes.action} onClick={() => onAsk(true)}>
          <IconTrash size={20} aria-hidden /> {texts.remove}
        </UnstyledButton>
      </div>
      <Confirm
        opened={asking}
        onClose={() => onAsk(false)}
        title={texts.removeTitle}
        action={texts.remove}
        pending={removeFrame.isPending}
        error={removeFrame.error}
        onConfirm={() => removeFrame.mutate(frame.id, { onSuccess: removed })}
      >
        {texts.removeText}
      </Confirm>
    </div>
  )
}
