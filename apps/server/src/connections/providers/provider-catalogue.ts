import { Provider } from '@binnacle/contract'
import { Type } from 'typebox'
import { dataFile } from '../../files/data-file.ts'
import providers from './providers.json' with { type: 'json' }

/**
 * The catalogue of a new installation, in the order in which it is offered; the operator edits it from there. The cloud of a
 * manufacturer is listed so that an owner who looks for it finds the way that works: the boat's own network.
 */
export const PROVIDER_CATALOGUE = dataFile('provider catalogue', Type.Array(Provider), providers)
