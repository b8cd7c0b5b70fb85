const WORDS: Record<string, string> = {
  ECONNREFUSED: 'refuses the connection: is the port right, and the program on?',
  ENOTFOUND: 'no such name in the network',
  EAI_AGAIN: 'the name cannot be looked up now: is the network up?',
  EHOSTUNREACH: 'cannot be reached: is it switched on, and in this network?',
  ENETUNREACH: 'cannot be reached: there is no network',
  ETIMEDOUT: 'does not answer',
  ECONNRESET: 'broke the connection',
  EPROTO: 'cannot agree with this machine on TLS: is it https:// where http:// is meant?',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not speak TLS: is it https:// where http:// is meant?',
  EADDRINUSE: 'is in use by another program',
  EACCES: 'is not allowed for this user',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has signed its own certificate; anyCertificate: true believes it',
  SELF_SIGNED_CERT_IN_CHAIN: 'has signed its own certificate; anyCertificate: true believes it',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has a certificate that nobody known has signed; anyCertificate: true believes it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another name; anyCertificate: true believes it',
  CERT_HAS_EXPIRED: "has a certificate that has expired, or this machine's clock is wrong",
  CERT_NOT_YET_VALID: "has a certificate that is not valid yet: this machine's clock is wrong",
}

/** A network error in words for the owner. */
export function networkProblem(error: Error): string {
  // Of several addresses of one name each has failed; the first says why.
  const first = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error
  return WORDS[(first as NodeJS.ErrnoException).code ?? ''] ?? first.message
}
