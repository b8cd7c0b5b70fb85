import { IconWifiOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useFormat } from '../format/use-format.ts'
import type { LiveState } from '../live/use-live.ts'
import { useFirstTexts } from '../texts/use-texts.ts'
import { useNow } from '../ui/clock.ts'
import classes from './network-bar.module.css'

/** Says that the service cannot be reached, and how old is what is shown. Empty while all is well. */
export function NetworkBar({ live }: { live: LiveState }) {
  const { common } = useFirstTexts()
  const format = useFormat()
  const now = useNow()
  const seen = newestData(useQueryClient())
  return (
    <div role="status" className={classes.bar} data-shown={live === 'offline' || undefined}>
      {live === 'offline' && (
        <>
          <IconWifiOff size={20} aria-hidden />
          {common.network.offline(seen ? format.ago(seen, now) : null)}
        </>
      )}
    </div>
  )
}

/** When anything that is shown was last loaded, ms. Of what is kept apart (api/kept.ts) it is not known. */
const newestData = (queries: ReturnType<typeof useQueryClient>): number =>
  Math.max(
    0,
    ...queries
      .getQueryCache()
      .getAll()
      .filter((query) => query.isActive() && query.meta?.persist !== false)
      .map((query) => query.state.dataUpdatedAt),
  )
