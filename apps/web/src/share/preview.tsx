import type { Share } from '@binnacle/contract'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePreferences } from '../format/preferences.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Panel } from '../ui/panel.tsx'
import { Segments } from '../ui/segments.tsx'
import { shareQuery } from './queries.ts'
import classes from './share.module.css'
import { pathOf } from './snippets.ts'

type What = 'page' | 'card' | 'badge'

/** The page, the card or the badge, as a stranger who reads our reader's language gets it from the service at this moment. */
export function Preview({ share, vesselId, name }: { share: Share; vesselId: string; name: string }) {
  const { preview } = useTexts().share
  const { language } = usePreferences().preferences
  const [what, setWhat] = useState<What>('page')
  return (
    <Panel title={preview.title}>
      <Segments
        fullWidth
        aria-label={preview.title}
        value={what}
        onChange={setWhat}
        choices={(['page', 'card', 'badge'] as const).map((value) => [value, preview[value]])}
      />
      <div className={classes.stage}>
        <Fresh vesselId={vesselId}>
          {(version) =>
            what === 'badge' ? (
              <Badge key={version} share={share} name={name} version={version} />
            ) : (
              <iframe
                key={`${what} ${version}`}
                className={classes.frame}
                data-what={what}
                title={preview.frame(preview[what])}
                src={`${pathOf(what === 'page' ? share.url : share.embed_url)}?lang=${language}`}
                // Its own policy allows no script; but without this word the tests of accessibility cannot look into it.
                sandbox="allow-scripts"
              />
            )
          }
        </Fresh>
      </div>
    </Panel>
  )
}

/** Draws anew whenever the service has answered to a change. */
function Fresh({ vesselId, children }: { vesselId: string; children: (version: number) => React.ReactNode }) {
  const { dataUpdatedAt } = useQuery(shareQuery(vesselId))
  const changing = useIsMutating() > 0
  const [settled, setSettled] = useState(dataUpdatedAt)
  if (!changing && settled !== dataUpdatedAt) setSettled(dataUpdatedAt)
  return children(settled)
}

function Badge({ share, name, version }: { share: Share; name: string; version: number }) {
  const { preview } = useTexts().share
  const { language } = usePreferences().preferences
  const { health, due } = share.toggles
  return (
    <>
      <img
        className={classes.badge}
        src={`${pathOf(share.badge_url)}?lang=${language}&shown=${version}`}
        alt={preview.badgeAlt(name)}
        height={40}
      />
      {!health && !due && <p>{preview.private}</p>}
    </>
  )
}
