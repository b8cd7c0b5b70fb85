/** What was typed into a form and not saved is kept for as long as the tab is: over Back, a reload, and a sign-in. */
const nameOf = (form: string) => `draft ${form}`

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
