const FRONT = /^\/(sign-in|sign-up|welcome|second-factor)([/?#]|$)/
/** Browsers read \ as /, and drop tabs and line feeds: such a path may be the address of another site. */
const TRICKY = /[\\\u0000-\u001f]/

/** Where to go after signing in: the page that was asked for, if it is one of the app's own, and the boats otherwise. */
export function safePath(wanted = '/'): string {
  const own = wanted.startsWith('/') && !wanted.startsWith('//') && !TRICKY.test(wanted) && !FRONT.test(wanted)
  return own ? wanted : '/'
}
