import type { CameraOverview, StoredFrame } from '@binnacle/contract'
import { Modal, UnstyledButton } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useFirstTexts, useTexts } from '../../texts/use-texts.ts'
import { useBackCloses } from '../../ui/use-back-closes.ts'
import { useEscapeCloses } from '../../ui/use-escape-closes.ts'
import { thumbnailId } from './timeline.tsx'
import { useSwipe } from './use-swipe.ts'
import classes from './viewer.module.css'
import { ViewerBar } from './viewer-bar.tsx'

interface ViewerProps {
  vesselId: string
  camera: CameraOverview
  /** Newest first. */
  frames: StoredFrame[]
  /** The id of the one that is shown; null: it is closed. */
  shown: string | null
  onShow: (id: string | null) => void
  /** The last of them is shown, and there may be older ones. */
  onEnd: () => void
}

/** One picture on the whole screen. Arrows, swipes and buttons go to the older (right) and newer (left). */
export function Viewer({ vesselId, camera, frames, shown, onShow, onEnd }: ViewerProps) {
  const { cameras } = useTexts()
  const format = useFormat()
  /** The picture of which is asked whether it is to be deleted. */
  const [asked, setAsked] = useState<string | null>(null)
  const at = usePlace(frames, shown)
  const frame = frames[at]
  const asking = frame !== undefined && asked === frame.id
  const isLast = at === frames.length - 1
  const step = (by: 1 | -1) => {
    const next = frames[at + by]
    if (next) onShow(next.id)
  }
  useFocusReturn(frame?.id ?? null)
  useBackCloses(frame !== undefined, () => onShow(null))
  useEscapeCloses(frame !== undefined, () => onShow(null))
  const swipe = useSwipe(step)
  useEffect(() => {
    if (frame && isLast) onEnd()
    // The last one there was is gone.
    if (shown && !frame) onShow(null)
  }, [frame, isLast, onEnd, shown, onShow])
  useEffect(() => {
    for (const beside of [frames[at - 1], frames[at + 1]]) if (at >= 0 && beside) new Image().src = beside.url
  }, [frames, at])
  // On the window, since the button that has the focus goes with the last picture.
  useWindowEvent('keydown', ({ key }) => {
    if (!frame || asking) return
    if (key === 'ArrowRight') step(1)
    if (key === 'ArrowLeft') step(-1)
  })
  return (
    <Modal.Root
      opened={frame !== undefined}
      onClose={() => onShow(null)}
      closeOnEscape={false}
      returnFocus={false}
      fullScreen
      padding={0}
      transitionProps={{ transition: 'fade', duration: 100 }}
    >
      {frame && (
        <Modal.Content
          className={classes.content}
          aria-label={cameras.viewer.title(camera.label, format.dateTime(frame.captured_at))}
        >
          <Modal.Body className={classes.body}>
            <div className={classes.stage} {...swipe}>
              <FullPicture key={frame.id} frame={frame} label={camera.label} />
              {at > 0 && <StepButton side="newer" onClick={() => step(-1)} />}
              {!isLast && <StepButton side="older" onClick={() => step(1)} />}
              <CloseButton onClick={() => onShow(null)} />
            </div>
            <ViewerBar
              vesselId={vesselId}
              camera={camera}
              frame={frame}
              place={at + 1}
              asking={asking}
              onAsk={(ask) => setAsked(ask ? frame.id : null)}
              onRemoved={() => onShow(frames[at + 1]?.id ?? frames[at - 1]?.id ?? null)}
            />
          </Modal.Body>
        </Modal.Content>
      )}
    </Modal.Root>
  )
}

/**
 * Where the picture that is shown stands among the frames; -1: none is shown. Where it was deleted meanwhile, here or elsewhere, the
 * one that took its place is shown: the list may be loaded anew before the answer to the deletion has come.
 */
function usePlace(frames: StoredFrame[], shown: string | null): number {
  const [last, setLast] = useState<{ shown: string; at: number } | null>(null)
  const at = frames.findIndex(({ id }) => id === shown)
  if (shown === null) return -1
  if (at === -1) return last?.shown === shown ? Math.min(last.at, frames.length - 1) : -1
  if (last?.shown !== shown || last.at !== at) setLast({ shown, at })
  return at
}

/** Gives the focus back to what the viewer was opened from; where that was deleted, to the picture that was shown last. */
function useFocusReturn(shown: string | null): void {
  const opener = useRef<Element | null>(null)
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (shown) {
      if (!last.current) opener.current = document.activeElement
      last.current = shown
    } else if (last.current) {
      const back = opener.current?.isConnected ? opener.current : document.getElementById(thumbnailId(last.current))
      if (back instanceof HTMLElement) back.focus()
      last.current = null
    }
  }, [shown])
}

function FullPicture({ frame, label }: { frame: StoredFrame; label: string }) {
  const { cameras } = useTexts()
  const format = useFormat()
  const [failed, setFailed] = useState(false)
  if (failed) return <p className={classes.missing}>{cameras.gone}</p>
  return (
    <img
      src={frame.url}
      alt={cameras.newest(label, format.dateTime(frame.captured_at))}
      width={frame.width ?? undefined}
      height={frame.height ?? undefined}
      onError={() => setFailed(true)}
    />
  )
}

function StepButton({ side, onClick }: { side: 'newer' | 'older'; onClick: () => void }) {
  const { viewer } = useTexts().cameras
  const Icon = side === 'newer' ? IconChevronLeft : IconChevronRight
  return (
    <UnstyledButton className={classes.step} data-side={side} aria-label={viewer[side]} onClick={onClick}>
      <Icon size={32} aria-hidden />
    </UnstyledButton>
  )
}

function CloseButton({ onClick }: { onClick: () => void }) {
  const { common } = useFirstTexts()
  return (
    <UnstyledButton className={classes.close} aria-label={common.close} onClick={onClick} data-autofocus>
      <IconX size={26} aria-hidden />
    </UnstyledButton>
  )
}
