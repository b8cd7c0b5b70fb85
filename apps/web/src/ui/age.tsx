import { useFormat } from '../format/use-format.ts'
import { useNow } from './clock.ts'

/** How long ago something was, kept true; the exact time in its title. */
export function Age({ at }: { at: string | number }) {
  const format = useFormat()
  const now = useNow()
  return (
    <time dateTime={new Date(at).toISOString()} title={format.dateTime(at)}>
      {format.ago(at, now)}
    </time>
  )
}
