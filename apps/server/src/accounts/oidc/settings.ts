import { type Config, ConfigError } from '../../settings/config.ts'

/** The operator's sign-in provider. */
export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** On the button. */
  name: string
}

type Given = Pick<Config, 'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret' | 'oidcName'>

/** Null: no provider is set up. Throws a ConfigError where settings that it needs are missing. */
export function oidcSettings({ oidcIssuer, oidcClientId, oidcClientSecret, oidcName }: Given): OidcSettings | null {
  if (oidcIssuer === null) return null
  if (oidcClientId === null || oidcClientSecret === null)
    throw new ConfigError(['OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET'])
  return { issuer: oidcIssuer, clientId: oidcClientId, clientSecret: oidcClientSecret, name: oidcName }
}
