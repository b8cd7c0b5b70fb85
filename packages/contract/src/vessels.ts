import { type Static, Type } from 'typebox'
import { route } from './route.ts'
import {
  dateTime,
  INTEGER_MAX,
  idParam,
  integer,
  named,
  nullable,
  number,
  oneOf,
  optional,
  text,
  title,
  uuid,
} from './schema.ts'

export const VESSEL_TYPES = [
  'sailboat',
  'motorboat',
  'catamaran',
  'trimaran',
  'rib',
  'houseboat',
  'fishing',
  'workboat',
  'other',
] as const
export type VesselType = (typeof VESSEL_TYPES)[number]

export const SERVICE_LEVELS = ['self', 'assisted', 'managed'] as const

const owned = {
  name: title(120, 'Name of the boat', 'Aurora'),
  vessel_type: oneOf(VESSEL_TYPES, 'Kind of boat'),
  make: text(80, 'Builder', 'Hallberg-Rassy'),
  model: text(80, 'Model', '38'),
  hin: text(40, 'Hull identification number', 'SE-HRX38123A404'),
  length_m: number(0, 500, 'Length over all, m', 11.7),
  marina: text(120, 'Home berth', 'Kappeln'),
  service_level: oneOf(SERVICE_LEVELS, 'Who looks after the boat'),
}

/** Whole hours on a meter. */
export const meterHours = (description: string, example = 412) => integer(0, INTEGER_MAX, description, example)

export const Vessel = named('Vessel', 'A boat', {
  id: uuid("The vessel's id"),
  name: owned.name,
  vessel_type: owned.vessel_type,
  make: nullable(owned.make),
  model: nullable(owned.model),
  hin: nullable(owned.hin),
  length_m: nullable(owned.length_m),
  marina: nullable(owned.marina),
  health_score: nullable(
    integer(0, 100, 'Health, percent: overdue and due tasks, and the last inspection; null with neither', 92),
  ),
  engine_hours: nullable(meterHours('The hour meter, whole hours')),
  service_level: nullable(owned.service_level),
  created_at: dateTime('When the vessel was added'),
})
export type Vessel = Static<typeof Vessel>

const VesselAnswer = Type.Object({ vessel: Vessel })

export const NewVessel = named('NewVessel', 'A boat to add', {
  name: owned.name,
  vessel_type: owned.vessel_type,
  make: optional(nullable(owned.make)),
  model: optional(nullable(owned.model)),
  hin: optional(nullable(owned.hin)),
  length_m: optional(nullable(owned.length_m)),
  marina: optional(nullable(owned.marina)),
  service_level: optional(nullable(owned.service_level)),
  engine_hours: optional(nullable(meterHours('What the hour meter shows now, whole hours'))),
})

export const VesselChange = named('VesselChange', 'What to change; a field that is absent stays', {
  ...NewVessel.properties,
  name: optional(owned.name),
  vessel_type: optional(owned.vessel_type),
  engine_hours: optional(
    meterHours('Corrects the hour meter (whole hours), also downwards; the correction is written to the logbook'),
  ),
})

const common = { tag: 'vessels', auth: 'owner', scope: 'read:vessel' } as const

export const listVessels = route({
  ...common,
  id: 'listVessels',
  method: 'GET',
  path: '/v1/vessels',
  resource: null,
  summary: "The account's vessels",
  description: "All vessels of the key's account, in the order in which they were added.",
  answers: { 200: { description: 'The vessels', schema: Type.Object({ vessels: Type.Array(Vessel) }) } },
  errors: [],
})

export const getVessel = route({
  ...common,
  id: 'getVessel',
  method: 'GET',
  path: '/v1/vessels/{id}',
  resource: 'vessel',
  summary: 'One vessel',
  description: 'One vessel of the account, with its health and its hour meter.',
  params: idParam('vessel'),
  answers: { 200: { description: 'The vessel', schema: VesselAnswer } },
  errors: [],
})

const app = { tag: 'app', auth: 'session', scope: null } as const

export const createVessel = route({
  ...app,
  id: 'createVessel',
  method: 'POST',
  path: '/app/vessels',
  resource: null,
  summary: 'Add a vessel',
  description: 'Adds a boat to the account. A meter value given here starts its hour log.',
  body: NewVessel,
  answers: { 201: { description: 'The vessel', schema: VesselAnswer } },
  errors: [],
})

export const changeVessel = route({
  ...app,
  id: 'changeVessel',
  method: 'PATCH',
  path: '/app/vessels/{id}',
  resource: 'vessel',
  summary: 'Change a vessel',
  description: 'Changes what the owner knows of the boat. engine_hours corrects the meter, upwards or downwards.',
  params: idParam('vessel'),
  body: VesselChange,
  answers: { 200: { description: 'The vessel as it is now', schema: VesselAnswer } },
  errors: [],
})

export const removed = Type.Object({
  removed: Type.Unsafe<true>({ type: 'boolean', const: true, description: 'It is gone', examples: [true] }),
})

export const deleteVessel = route({
  ...app,
  id: 'deleteVessel',
  method: 'DELETE',
  path: '/app/vessels/{id}',
  resource: 'vessel',
  summary: 'Delete a vessel',
  description:
    'Deletes the boat and all that belongs to it: log, readings, frames, connections, share. There is no way back.',
  params: idParam('vessel'),
  answers: { 200: { description: 'It is gone', schema: removed } },
  errors: [],
})
