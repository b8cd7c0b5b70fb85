/**
 * What was typed into a form and not saved is kept for as long as the tab is: over Back, a reload, and a sign-in of the same
 * account.
 */
const PREFIX = 'draft '
const OWNER = 'drafts of'
const nameOf = (form: string) => PREFIX + form

/** Drafts are for whoever typed them: those of another account are gone. */
export function ownDrafts(account: string): void {
  if (sessionStorage.getItem(OWNER) === account) return
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name)
  sessionStorage.setItem(OWNER, account)
}

type Fields = Record<string, unknown>

/** The fields that differ from what the form began with: the rest may be another by the time it is opened again. */
export function typed(initial: object, fields: object): Fields {
  const before = initial as Fields
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]) && !Number.isNaN(value),
    ),
  )
}

export function readDraft(form: string | undefined): Fields {
  if (form === undefined) return {}
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(form)) ?? '{}')
  } catch {
    return {}
  }
}

export function keepDraft(form: string, initial: object, fields: object): void {
  const draft = typed(initial, fields)
  if (Object.keys(draft).length === 0) forgetDraft(form)
  else sessionStorage.setItem(nameOf(form), JSON.stringify(draft))
}

export const forgetDraft = (form: string): void => sessionStorage.removeItem(nameOf(form))
