import { type TouchEvent, useRef } from 'react'

/** A finger that has gone this far sideways, px, has swiped. */
const SWIPE_PX = 48

/** Calls `swiped` with 1 for a swipe to the left (on to the next) and -1 for one to the right. Spread over an element. */
export function useSwipe(swiped: (direction: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart({ touches }: TouchEvent) {
      const finger = touches[0]
      start.current = finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : null
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const finger = changedTouches[0]
      if (!start.current || !finger) return
      const [dx, dy] = [finger.clientX - start.current.x, finger.clientY - start.current.y]
      start.current = null
      if (Math.abs(dx) > SWIPE_PX && Math.abs(dx) > 2 * Math.abs(dy)) swiped(dx < 0 ? 1 : -1)
    },
  }
}
