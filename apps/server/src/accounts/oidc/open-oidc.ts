import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/database.ts'
import type { Config } from '../../settings/config.ts'
import { type OidcPlugin, oidcPlugin } from './plugin.ts'
import { makeProvider, type Provider } from './provider.ts'
import { oidcSettings } from './settings.ts'

export interface Oidc extends OidcPlugin {
  provider: Provider
}

/**
 * Null: no provider is set up. Throws a ConfigError where its settings are incomplete. The provider is asked when somebody needs
 * it.
 */
export function openOidc(db: Db, config: Config, nonceKey: Buffer, log: FastifyBaseLogger): Oidc | null {
  const settings = oidcSettings(config)
  if (!settings) return null
  const provider = makeProvider(settings, nonceKey, log)
  return { provider, ...oidcPlugin(db, config.signups, provider) }
}
