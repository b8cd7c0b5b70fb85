import type { Provider } from '@binnacle/contract'
import { Anchor, Button, VisuallyHidden } from '@mantine/core'
import { useTexts } from '../../texts/use-texts.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import badge from '../../ui/status-badge.module.css'
import { DATA_OF, kindOf, type Standing } from '../kinds.ts'
import classes from './catalogue.module.css'
import { KindPicture } from './kind-picture.tsx'

interface CatalogueItemProps {
  vesselId: string
  provider: Provider
  standing: Standing
  /** The owner would like to have what is not there yet. */
  onWish: () => void
}

const TONES = { connected: 'ok', available: undefined, notYet: undefined } as const

/** A system of the catalogue: what it is, what it brings, and what can be done with it here. */
export function CatalogueItem({ vesselId, provider, standing, onWish }: CatalogueItemProps) {
  const { connections: texts } = useTexts()
  const { catalogue, ofCatalogue } = texts
  const kind = kindOf(provider.slug)
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        {kind && <KindPicture kind={kind} label={texts.kinds[kind].picture} size={36} />}
        <h3 className={classes.name}>{ofCatalogue(provider.name)}</h3>
        <span className={badge.badge} data-tone={TONES[standing]}>
          {catalogue.standing[standing]}
          {provider.status === 'beta' && `, ${catalogue.beta}`}
        </span>
      </div>
      <p>{ofCatalogue(provider.summary)}</p>
      {kind && (
        <ul className={classes.data} aria-label={catalogue.covers}>
          {DATA_OF[kind].map((data) => (
            <li key={data}>{texts.data[data]}</li>
          ))}
        </ul>
      )}
      {provider.covers.length > 0 && (
        <p className={classes.brands}>
          {catalogue.brands}: {provider.covers.map(ofCatalogue).join(', ')}
        </p>
      )}
      {standing === 'notYet' && provider.install_notes && <p>{ofCatalogue(provider.install_notes)}</p>}
      <div className={classes.foot}>
        {standing === 'available' && (
          <LinkButton
            to="/boats/$boatId/connections"
            params={{ boatId: vesselId }}
            search={{ connect: provider.slug }}
            variant="default"
          >
            {texts.connectIt}
            <VisuallyHidden>: {ofCatalogue(provider.name)}</VisuallyHidden>
          </LinkButton>
        )}
        {standing === 'notYet' && (
          <Button variant="default" onClick={onWish}>
            {catalogue.wish}
          </Button>
        )}
        {provider.docs_url && (
          <Anchor href={provider.docs_url} target="_blank" rel="noreferrer">
            {catalogue.docs}
          </Anchor>
        )}
      </div>
    </li>
  )
}
