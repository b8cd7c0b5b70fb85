import type { Provider } from '@binnacle/contract'
import { DATA, type Data, KINDS, type Kind } from '../texts/keys.ts'

/** The provider that each is connected as: slugs of the server's provider-catalogue.ts. */
const PROVIDER_OF: Record<Kind, string> = {
  signalk: 'signalk',
  victron: 'victron-venus',
  nmea2000: 'nmea2000-gateway',
  nmea0183: 'nmea0183-gateway',
  camera: 'onboard_camera',
  script: 'generic-http',
}

export const providerOf = (kind: Kind): string => PROVIDER_OF[kind]

/** The kind that a provider stands for; null for one that the operator added, whose own notes say how it is set up. */
export const kindOf = (slug: string): Kind | null => KINDS.find((kind) => PROVIDER_OF[kind] === slug) ?? null

/** What comes over each, by the tables of the onboard programs. What a script sends is its own affair. */
export const DATA_OF: Record<Kind, readonly Data[]> = {
  signalk: DATA,
  victron: ['tanks', 'batteries', 'shorePower', 'bilge', 'position', 'engine', 'faults', 'cameras'],
  nmea2000: DATA,
  nmea0183: ['position', 'depth', 'engine', 'tanks', 'batteries', 'cameras'],
  camera: ['cameras'],
  script: DATA,
}

/** Where a provider stands for one boat. */
export type Standing = 'connected' | 'available' | 'notYet'

/**
 * Only what pushes can be connected. The app does not offer what is planned, as there is no software for it yet; the API connects
 * it.
 */
export function standingOf(provider: Pick<Provider, 'slug' | 'direction' | 'status'>, connected: string[]): Standing {
  if (connected.includes(provider.slug)) return 'connected'
  const ready = provider.status === 'live' || provider.status === 'beta'
  return provider.direction === 'push' && ready ? 'available' : 'notYet'
}
