import type { CameraOverview, StoredFrame } from '@binnacle/contract'
import { Button, UnstyledButton } from '@mantine/core'
import { IconClock, IconHandClick, IconRun } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Picture } from '../picture.tsx'
import { byDay } from './days.ts'
import classes from './timeline.module.css'

const TRIGGER_ICONS = { device: IconClock, request: IconHandClick, motion: IconRun }

interface TimelineProps {
  camera: CameraOverview
  /** Newest first. */
  frames: StoredFrame[]
  hasOlder: boolean
  loading: boolean
  onOlder: () => void
  onOpen: (id: string) => void
}

const WIDE = 16 / 9

/** The pictures by day, small. The arrow keys go from one to the next. */
export function Timeline({ camera, frames, hasOlder, loading, onOlder, onOpen }: TimelineProps) {
  const { cameras } = useTexts()
  const { timeline: texts } = cameras
  const format = useFormat()
  if (frames.length === 0) return null
  return (
    <section aria-labelledby="timeline" onKeyDown={moveByArrow}>
      <h2 id="timeline" className={classes.title}>
        {texts.title}
      </h2>
      {byDay(frames, format.date).map((day) => (
        <div key={day.frames[0]!.id}>
          <h3 className={classes.day}>{day.title}</h3>
          <ul className={classes.frames}>
            {day.frames.map((frame) => (
              <li key={frame.id}>
                <Thumbnail frame={frame} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div className={classes.foot}>
        {hasOlder ? (
          <Button variant="default" loading={loading} onClick={onOlder}>
            {texts.older}
          </Button>
        ) : (
          <p>{frames.length >= camera.retain_frames ? texts.full(camera.retain_frames) : texts.all}</p>
        )}
      </div>
    </section>
  )
}

/** The id of a picture's button on the page. */
export const thumbnailId = (frameId: string): string => `frame-${frameId}`

function Thumbnail({ frame, onOpen }: { frame: StoredFrame; onOpen: (id: string) => void }) {
  const { cameras } = useTexts()
  const format = useFormat()
  const Icon = TRIGGER_ICONS[frame.trigger]
  const name = cameras.timeline.picture(format.dateTime(frame.captured_at), cameras.trigger[frame.trigger])
  return (
    <UnstyledButton
      className={classes.frame}
      data-frame
      id={thumbnailId(frame.id)}
      aria-label={name}
      onClick={() => onOpen(frame.id)}
    >
      <Picture frame={frame} alt="" ratio={WIDE} small />
      <span className={classes.caption}>
        <Icon size={16} aria-hidden /> {format.time(frame.captured_at)}
      </span>
    </UnstyledButton>
  )
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Moves the focus to the picture beside the one that has it. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const pictures = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-frame]')]
  const at = pictures.indexOf(document.activeElement as HTMLElement)
  const step = STEPS[event.key]
  if (at < 0 || !step) return
  event.preventDefault()
  pictures[at + step]?.focus()
}
