import { SEVERITY_ICONS } from '../severity.ts'
import classes from './bands.module.css'
import type { BandShown } from './use-band.ts'

/** Beside a value: that it is beyond a limit, as a picture and in words. */
export function BandLine({ band }: { band: BandShown | null }) {
  if (!band) return null
  const Icon = SEVERITY_ICONS[band.severity]
  return (
    <span className={classes.band} data-tone={band.tone}>
      <Icon size={16} aria-hidden /> {band.text}
    </span>
  )
}
