import type { Share } from '@binnacle/contract'
import { PassOn } from './pass-on.tsx'
import { Preview } from './preview.tsx'
import { Revoke } from './revoke.tsx'
import classes from './share.module.css'
import { Snippets } from './snippets-panel.tsx'
import { Toggles } from './toggles.tsx'

interface SharedProps {
  share: Share
  vesselId: string
  name: string
  onRevoked: () => void
}

/** A boat that is shared: what is shown, and beside it how that looks. */
export function Shared({ share, vesselId, name, onRevoked }: SharedProps) {
  return (
    <div className={classes.columns}>
      <Toggles share={share} vesselId={vesselId} />
      <div className={classes.aside}>
        <Preview share={share} vesselId={vesselId} name={name} />
      </div>
      <div>
        <PassOn share={share} name={name} />
        <Snippets share={share} name={name} />
        <Revoke vesselId={vesselId} onRevoked={onRevoked} />
      </div>
    </div>
  )
}
