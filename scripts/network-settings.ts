const REACHES_A_REGISTRY = /^(https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_(file|dir))$/i

/**
 * What programs of this machine need to reach npm's registry: its proxy and its own certificates. For a test that gives
 * npm an environment of its own: without them npm tries each package for minutes, and the test seems to hang.
 */
export const networkSettings = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => REACHES_A_REGISTRY.test(name)),
)
