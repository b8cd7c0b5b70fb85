import { type RefObject, useEffect, useEffectEvent } from 'react'
import { type Fingers, follow } from './fingers.ts'
import { pan, type Window, zoom } from './window.ts'

/** A finger that moves less has tapped. */
const TAP_PX = 6
/** How far a turn of the wheel zooms: a notch is 100 px, or 3 lines. */
const wheelFactor = ({ deltaY, deltaMode }: WheelEvent) => 1.002 ** (deltaMode === 0 ? deltaY : deltaY * 33)
const PAN_STEP = 0.25
export const ZOOM_STEP = 0.5

type Act = (change: (window: Window) => Window) => void

interface Gestures {
  move: Act
  reset: () => void
}

/** Pans and zooms by fingers, wheel and keys on an element that holds plots. Its panes share one axis of time. */
export function useGestures(holder: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const act = useEffectEvent<Act>((change) => gestures.move(change))
  const reset = useEffectEvent(() => gestures.reset())
  useEffect(() => {
    const element = holder.current
    if (!element) return
    const ends = new AbortController()
    const { signal } = ends
    listenToFingers(element, (change) => act(change), signal)
    element.addEventListener('wheel', (event) => onWheel(event, element, (change) => act(change)), {
      passive: false,
      signal,
    })
    element.addEventListener(
      'keydown',
      (event) =>
        onKey(
          event,
          (change) => act(change),
          () => reset(),
        ),
      { signal },
    )
    return () => ends.abort()
  }, [holder])
}

const areaOf = (target: EventTarget | null) =>
  target instanceof Element ? (target.closest('.u-over')?.getBoundingClientRect() ?? null) : null

/**
 * The page scrolls over the charts; they zoom when the wheel cannot mean that: with Ctrl (also a pinch on a touch pad), or
 * focused.
 */
function onWheel(event: WheelEvent, element: HTMLElement, act: Act) {
  const area = areaOf(event.target)
  if (!area || !(event.ctrlKey || event.metaKey || element === document.activeElement)) return
  event.preventDefault()
  if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) act((window) => pan(window, event.deltaX / area.width))
  else act((window) => zoom(window, wheelFactor(event), (event.clientX - area.left) / area.width))
}

function onKey(event: KeyboardEvent, act: Act, reset: () => void) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
  const keys: Record<string, () => void> = {
    ArrowLeft: () => act((window) => pan(window, -PAN_STEP)),
    ArrowRight: () => act((window) => pan(window, PAN_STEP)),
    '+': () => act((window) => zoom(window, ZOOM_STEP)),
    '=': () => act((window) => zoom(window, ZOOM_STEP)),
    '-': () => act((window) => zoom(window, 1 / ZOOM_STEP)),
    '0': reset,
  }
  if (!Object.hasOwn(keys, event.key)) return
  event.preventDefault()
  keys[event.key]!()
}

/** A mouse selects, which the plot itself sees to; fingers drag and pinch. */
function listenToFingers(element: HTMLElement, act: Act, signal: AbortSignal) {
  const down = new Map<number, { share: number; startPx: number }>()
  let area: DOMRect | null = null
  let dragging = false
  const shares = () => [...down.values()].slice(0, 2).map(({ share }) => share) as unknown as Fingers

  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType !== 'touch') return
      if (down.size === 0) area = areaOf(event.target)
      if (area) down.set(event.pointerId, { share: (event.clientX - area.left) / area.width, startPx: event.clientX })
    },
    { signal },
  )
  element.addEventListener(
    'pointermove',
    (event) => {
      const finger = down.get(event.pointerId)
      if (!finger || !area) return
      dragging ||= down.size > 1 || Math.abs(event.clientX - finger.startPx) > TAP_PX
      if (!dragging) return
      const before = shares()
      down.set(event.pointerId, { ...finger, share: (event.clientX - area.left) / area.width })
      const after = shares()
      act((window) => follow(window, before, after))
    },
    { signal },
  )
  const lift = (event: PointerEvent) => {
    down.delete(event.pointerId)
    if (down.size === 0) dragging = false
  }
  for (const end of ['pointerup', 'pointercancel'] as const) element.addEventListener(end, lift, { signal })
}
