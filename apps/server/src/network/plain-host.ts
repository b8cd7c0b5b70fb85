/** A host as sockets and certificates have it: that of an IPv6 address is in brackets in a URL. */
export const plainHost = (host: string): string => host.replace(/^\[|\]$/g, '')
