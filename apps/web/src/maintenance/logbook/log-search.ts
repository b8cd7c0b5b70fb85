import type { LogKind, ServiceLog } from '@binnacle/contract'

/** What the address of the logbook says is shown. */
export interface LogSearch {
  view?: 'costs'
  kind?: LogKind
  task?: string
  route?: ServiceLog['route']
  year?: number
  search?: string
  with_cost?: 'true'
}

const UUID = /^[0-9a-f-]{36}$/i

/** The address' search part, without what makes no sense: a link that was cut off still opens the logbook. */
export function readLogSearch(given: Record<string, unknown>): LogSearch {
  const { view, kind, task, route, search } = given
  const year = Number(given.year)
  return {
    ...(view === 'costs' && { view }),
    ...((kind === 'service' || kind === 'hours') && { kind }),
    ...(typeof task === 'string' && UUID.test(task) && { task }),
    ...((route === 'diy' || route === 'supplier') && { route }),
    ...(Number.isInteger(year) && year > 0 && year <= 9999 && { year }),
    ...((typeof search === 'string' || typeof search === 'number') &&
      String(search).trim() && { search: String(search).slice(0, 100) }),
    ...(String(given.with_cost) === 'true' && { with_cost: 'true' as const }),
  }
}

/** Whether fewer entries than all are asked for. */
export const isFiltered = ({ view: _view, ...filter }: LogSearch): boolean => Object.keys(filter).length > 0
