import * as contract from '@binnacle/contract'
import type { Db } from '../db/database.ts'
import { ApiError, found } from '../http/errors.ts'
import type { On } from '../http/register.ts'
import { findVessel } from '../vessels/sql.ts'
import { areChecklists, pointsOf } from './checklist.ts'
import { checklistsIn } from './checklist-texts.ts'
import { changeItem, completeInspection, findInspection, insertInspection, listInspections } from './inspection-sql.ts'
import { unfinished } from './unfinished.ts'

export function inspectionRoutes(on: On, db: Db): void {
  on(contract.listInspectionTemplates, async ({ query }) => ({ templates: checklistsIn(query.language!) }))

  on(contract.listInspections, async ({ caller, params }) => {
    const { id } = found(await findVessel(db, caller.id, params.id))
    return { inspections: await listInspections(db, id, contract.LIMITS.inspectionsListed) }
  })

  on(contract.getInspection, async ({ caller, params }) => found(await findInspection(db, caller.id, params.id)))

  on(contract.startInspection, async ({ caller, params, body, now }) => {
    const vessel = found(await findVessel(db, caller.id, params.id))
    if (!areChecklists(body.templates ?? []))
      throw new ApiError('invalid_request', '/templates names a checklist that does not exist')
    const points = pointsOf(body.templates, vessel.vessel_type)
    return found(await insertInspection(db, caller.id, vessel.id, points, now))
  })

  on(contract.changeInspectionItem, async ({ caller, params, body, now }) => {
    const { verdict, note } = body
    return { item: unfinished(await changeItem(db, caller.id, params.id, { verdict, note }, now)) }
  })

  on(contract.completeInspection, async ({ caller, params, body, now }) =>
    unfinished(await completeInspection(db, caller.id, params.id, body.engine_hours ?? null, now)),
  )
}
