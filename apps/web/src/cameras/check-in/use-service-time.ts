import { useEffect, useState } from 'react'

const SECOND_MS = 1_000

/** The service's time, ms, each second while `ticking`, for a countdown; `ahead` is how far its clock is ahead of this one. */
export function useServiceTime(ahead: number, ticking: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    if (!ticking) return
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [ticking])
  return now + ahead
}
