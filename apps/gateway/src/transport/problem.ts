const ACCEPT = '; to accept it, set anyCertificate: true'

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'connection refused; check the port, and that the program runs',
  ENOTFOUND: 'the host name was not found',
  EAI_AGAIN: 'the host name cannot be looked up; check the network',
  EHOSTUNREACH: 'cannot be reached; check that it is on and in this network',
  ENETUNREACH: 'cannot be reached; there is no network',
  ETIMEDOUT: 'does not answer',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  EPROTO: 'the TLS handshake failed; if it does not use TLS, write http:// instead of https://',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not use TLS; write http:// instead of https://',
  EADDRINUSE: 'is in use by another program',
  EACCES: 'this user has no permission',
  DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is self-signed${ACCEPT}`,
  SELF_SIGNED_CERT_IN_CHAIN: `its certificate is self-signed${ACCEPT}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `its certificate is not signed by a known authority${ACCEPT}`,
  ERR_TLS_CERT_ALTNAME_INVALID: `its certificate is for another name${ACCEPT}`,
  CERT_HAS_EXPIRED: "its certificate has expired, or this machine's clock is wrong",
  CERT_NOT_YET_VALID: "its certificate is not valid yet; set this machine's clock",
}

/** A network error in words for the owner. */
export function networkProblem(error: Error): string {
  // Of several addresses of one name each has failed; the first says why.
  const first = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error
  return WORDS[(first as NodeJS.ErrnoException).code ?? ''] ?? first.message
}

/** Of the service, which has no such setting. fetch says only "fetch failed" or "terminated"; what failed is in its cause. */
export function fetchProblem(error: unknown): string {
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError') return 'no answer in time'
  if (!(cause instanceof Error)) return message
  return networkProblem(cause).replace(ACCEPT, '; to trust it, name the file of its authority in NODE_EXTRA_CA_CERTS')
}
