/**
 * Whether a config carries what looks like a secret for another service: a field whose name says so, at any depth, or a text with
 * a URL that has user info or such a name in its path, query or fragment. Source: vessel-data-api.md, "POST connections rules".
 * Names are compared by their words, so that compass, shipping, pinned, keypad and author pass. An owner whose harmless field is
 * refused can rename it; a password that slips through is stored.
 */
export function holdsCredentials(value: unknown): boolean {
  if (typeof value === 'string') return textHoldsCredentials(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([name, inner]) => namesCredential(name) || textHoldsCredentials(name) || holdsCredentials(inner),
  )
}

/** Words that name a secret wherever they stand in a name. */
const WORDS = new Set(
  'pass passe passes pw pws pwd psw pswd pin pins auth authn authorization authorisation authentication oauth bearer jwt psk cred creds otp totp'.split(
    ' ',
  ),
)

/** What names a secret as part of a longer run of letters, with separators or without: mqttpassword, pass_phrase, apiKey. */
const PARTS =
  /passw(or|r)?d|passwort|passphrase|passcode|pincode|pinnumber|secret(?!ary|arial)|token|credential|(api|auth|access|private|secret|shared|encryption|session|master|license|licence|ssh|wifi|wpa|wep|ingest|connection)key|kennwort|wachtwoord|motdepasse|contrasena|senha|losenord/

/** As the end of one word: wifipass, but not compass; mqttpwd. */
const ENDINGS = /(?<!com|by|over|under|tres)pass$|pwd$/

/** Whether a field's name is that of a secret, in any case, width, accent or way of joining words. */
export function namesCredential(name: string): boolean {
  const words = wordsOf(name)
  const letters = words.join('')
  return (
    PARTS.test(letters) ||
    WORDS.has(letters) ||
    /^keys?$/.test(words.at(-1) ?? '') ||
    words.some((word) => WORDS.has(word) || ENDINGS.test(word))
  )
}

/** The words of a name in lower case without accents: `userPINCode2` gives user, pin, code. */
function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$3 $2')
    .toLowerCase()
    .split(/\P{L}+/u)
    .filter((word) => word !== '')
}

function textHoldsCredentials(text: string): boolean {
  const plain = text.normalize('NFKC')
  // A URL has no spaces.
  return plain
    .split(/\s+/)
    .some((word) => hasUserInfo(word) || namesOf(word).some((name) => namesCredential(decoded(name))))
}

/** Browsers and cameras take these also without slashes: http:user:password@host */
const SCHEME = /\b(https?|wss?|ftp):/i

/** A host up to its first slash, which is none: a password with a slash or a # in it leaves a port that is no number. */
const isUser = (host: string): boolean => /^[^[\]?#:]+:(?!\d*([?#]|$))/.test(host)

/** Whether a word is a URL with user info: what follows a scheme and its slashes, up to the next slash, has an @. */
function hasUserInfo(word: string): boolean {
  const parts = word.split(/[/\\]+/)
  const lastAt = parts.findLastIndex((part) => part.includes('@'))
  const beforeAt = word.split(/[/\\?#]+/).flatMap((part) => part.split('@').slice(0, -1))
  return (
    beforeAt.some((part) => SCHEME.test(part)) ||
    parts.some(
      (part, i) =>
        i > 0 && /[a-z0-9+.-]:$/i.test(parts[i - 1]!) && (/^[^?#]*@/.test(part) || (i <= lastAt && isUser(part))),
    )
  )
}

/** The names of `?name=value&name=value` in a word, and of those in the path or fragment of a URL. */
const namesOf = (word: string): string[] =>
  word
    .split(/:[/\\]/.test(word) ? /[/\\?&;#]/ : /[?&;]/)
    .slice(1)
    .flatMap((part) => part.split('=').slice(0, -1))

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
