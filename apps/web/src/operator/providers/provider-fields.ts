import type { Provider } from '@binnacle/contract'
import type { Texts } from '../../texts/en.ts'

/** A catalogue entry as it is typed. */
export interface ProviderFields {
  slug: string
  name: string
  summary: string
  direction: Provider['direction']
  status: Provider['status']
  /** One a line. */
  covers: string
  install_notes: string
  docs_url: string
}

export const fieldsOf = (provider: Provider | null): ProviderFields => ({
  slug: provider?.slug ?? '',
  name: provider?.name ?? '',
  summary: provider?.summary ?? '',
  direction: provider?.direction ?? 'push',
  status: provider?.status ?? 'planned',
  covers: provider?.covers.join('\n') ?? '',
  install_notes: provider?.install_notes ?? '',
  docs_url: provider?.docs_url ?? '',
})

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The entry as the service takes it; the slug is its address. */
export function providerOf({ covers, install_notes, docs_url, ...fields }: ProviderFields): Provider {
  return {
    ...fields,
    name: fields.name.trim(),
    summary: fields.summary.trim(),
    covers: lines(covers),
    install_notes: install_notes.trim() || null,
    docs_url: docs_url.trim() || null,
  }
}

type Problems = Partial<Record<keyof ProviderFields, string>>

/** What the service would refuse, by field; `taken`: the slugs that a new entry may not have. */
export function problemsOf(
  fields: ProviderFields,
  taken: readonly string[],
  problem: Texts['operator']['catalogue']['form']['problem'],
): Problems {
  const covers = lines(fields.covers)
  const found: Problems = {}
  if (!/^[a-z0-9][a-z0-9_-]{0,59}$/.test(fields.slug)) found.slug = problem.slug
  else if (taken.includes(fields.slug)) found.slug = problem.taken
  if (fields.name.trim() === '') found.name = problem.name
  if (covers.length > 200 || covers.some((brand) => brand.length > 80)) found.covers = problem.covers
  if (fields.docs_url.trim() !== '' && !/^https?:\/\//.test(fields.docs_url.trim())) found.docs_url = problem.docs
  return found
}
