import type { ConnectionOverview } from '@binnacle/contract'
import type { Texts } from '../texts/en.ts'

/** What a connection is called: by its owner, or after its provider. */
export const nameOf = (
  { label, provider_name }: Pick<ConnectionOverview, 'label' | 'provider_name'>,
  texts: Texts['connections'],
): string => label?.trim() || texts.ofCatalogue(provider_name)
