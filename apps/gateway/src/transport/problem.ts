const WORDS: Record<string, string> = {
  ECONNREFUSED: 'connection refused; check the port, and that the program runs',
  ENOTFOUND: 'the host name was not found',
  EAI_AGAIN: 'the host name cannot be looked up; check the network',
  EHOSTUNREACH: 'cannot be reached; check that it is on and in this network',
  ENETUNREACH: 'cannot be reached; there is no network',
  ETIMEDOUT: 'does not answer',
  ECONNRESET: 'closed the connection',
  EPROTO: 'the TLS handshake failed; if it does not use TLS, write http:// instead of https://',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not use TLS; write http:// instead of https://',
  EADDRINUSE: 'is in use by another program',
  EACCES: 'this user has no permission',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed; to accept it, set anyCertificate: true',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed; to accept it, set anyCertificate: true',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate is not signed by a known authority; to accept it, set anyCertificate: true',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name; to accept it, set anyCertificate: true',
  CERT_HAS_EXPIRED: "its certificate has expired, or this machine's clock is wrong",
  CERT_NOT_YET_VALID: "its certificate is not valid yet; set this machine's clock",
}

/** A network error in words for the owner. */
export function networkProblem(error: Error): string {
  // Of several addresses of one name each has failed; the first says why.
  const first = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error
  return WORDS[(first as NodeJS.ErrnoException).code ?? ''] ?? first.message
}
