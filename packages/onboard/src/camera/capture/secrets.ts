const URL_IN_TEXT = /(?<=[a-z0-9+]:\/\/)(?:\S*@)?([^\s/?#'"]*)[^\s'"]*/gi

/**
 * A text without passwords: of each URL only scheme, host and port stay, since cheap cameras take the password in the path or
 * the query, and each of `secrets` is blotted out wherever else it stands.
 */
export function withoutSecrets(text: string, secrets: readonly (string | undefined)[] = []): string {
  const bare = text.replace(URL_IN_TEXT, '$1')
  return secrets.reduce<string>((rest, secret) => (secret ? rest.replaceAll(secret, '***') : rest), bare)
}
