import * as contract from '@binnacle/contract'
import type { Db } from '../../db/database.ts'
import { invalid } from '../../http/errors.ts'
import type { Handle } from '../../http/route/register.ts'
import { vesselOrNotFound } from '../../vessels/sql.ts'
import { areChecklists, checklistsIn, pointsOf } from './checklists/checklists.ts'
import { enteredAt } from './entered-at.ts'
import { changeItem, completeInspection, insertInspection, inspectionOrNotFound, listInspections } from './sql.ts'

export function inspectionRoutes(handle: Handle, db: Db): void {
  handle(contract.listInspectionTemplates, async ({ query }) => ({ templates: checklistsIn(query.language!) }))

  handle(contract.listInspections, async ({ caller, params }) => {
    const { id } = await vesselOrNotFound(db, caller.id, params.id)
    return { inspections: await listInspections(db, id, contract.LIMITS.inspectionsListed) }
  })

  handle(contract.getInspection, async ({ caller, params }) => await inspectionOrNotFound(db, caller.id, params.id))

  handle(contract.startInspection, async ({ caller, params, body, now, once }) => {
    const vessel = await vesselOrNotFound(db, caller.id, params.id)
    if (!areChecklists(body.templates ?? [])) throw invalid('/templates must name checklists that exist')
    const points = pointsOf(body.templates, vessel.vessel_type)
    const startedAt = enteredAt(body.started_at, now)
    return once((tx) => insertInspection(tx, caller.id, vessel.id, points, startedAt))
  })

  handle(contract.changeInspectionItem, async ({ caller, params, body, now }) => {
    const { verdict, note } = body
    return { item: await changeItem(db, caller.id, params.id, { verdict, note }, now) }
  })

  handle(contract.completeInspection, ({ caller, params, body, now, once }) =>
    once((tx) => completeInspection(tx, caller.id, params.id, body, now)),
  )
}
