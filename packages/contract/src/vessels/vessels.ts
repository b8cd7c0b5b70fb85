import { type Static, Type } from 'typebox'
import { route } from '../common/route.ts'
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
} from '../common/schema.ts'

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
  service_level: oneOf(SERVICE_LEVELS, 'Who maintains the boat'),
}

/** Whole hours on a meter. */
export const meterHours = (description: string, example = 412) => integer(0, INTEGER_MAX, description, example)

export const Vessel = named('Vessel', 'A boat', {
  id: uuid("The vessel's id", 'vessel'),
  name: owned.name,
  vessel_type: owned.vessel_type,
  make: nullable(owned.make),
  model: nullable(owned.model),
  hin: nullable(owned.hin),
  length_m: nullable(owned.length_m),
  marina: nullable(owned.marina),
  health_score: nullable(
    integer(
      0,
      100,
      'Health in percent, from due tasks and the last inspection; at most 79 while a safety item is open or an alarm stands; null while too little is known',
      92,
    ),
  ),
  engine_hours: nullable(meterHours('The hour meter, whole hours')),
  service_level: nullable(owned.service_level),
  created_at: dateTime('When the vessel was created'),
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
  engine_hours: optional(nullable(meterHours('The hour meter now, whole hours'))),
})

export const VesselChange = named('VesselChange', 'Fields to change; absent fields keep their value', {
  ...NewVessel.properties,
  name: optional(owned.name),
  vessel_type: optional(owned.vessel_type),
  engine_hours: optional(
    meterHours('Sets the hour meter, whole hours, also downwards. The change is written to the hour log'),
  ),
})

const common = { tag: 'vessels', auth: 'owner', scope: 'read:vessel' } as const

export const listVessels = route({
  ...common,
  id: 'listVessels',
  method: 'GET',
  path: '/v1/vessels',
  resource: null,
  summary: 'List vessels',
  description: 'All vessels of the account, oldest first.',
  answers: { 200: { description: 'The vessels', schema: Type.Object({ vessels: Type.Array(Vessel) }) } },
  errors: [],
})

export const getVessel = route({
  ...common,
  id: 'getVessel',
  method: 'GET',
  path: '/v1/vessels/{id}',
  resource: 'vessel',
  summary: 'Get a vessel',
  description: 'One vessel, with its health score and its hour meter.',
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
  description: 'Adds a boat to the account. engine_hours becomes the first entry of its hour log.',
  body: NewVessel,
  answers: { 201: { description: 'The vessel', schema: VesselAnswer } },
  errors: ['quota_exceeded'],
})

export const changeVessel = route({
  ...app,
  id: 'changeVessel',
  method: 'PATCH',
  path: '/app/vessels/{id}',
  resource: 'vessel',
  summary: 'Change a vessel',
  description: 'Changes the data of the boat. engine_hours sets the hour meter, upwards or downwards.',
  params: idParam('vessel'),
  body: VesselChange,
  answers: { 200: { description: 'The vessel as it is now', schema: VesselAnswer } },
  errors: [],
})

export const removed = Type.Object({
  removed: Type.Unsafe<true>({ type: 'boolean', const: true, description: 'It was deleted', examples: [true] }),
})

export const deleteVessel = route({
  ...app,
  id: 'deleteVessel',
  method: 'DELETE',
  path: '/app/vessels/{id}',
  resource: 'vessel',
  summary: 'Delete a vessel',
  description: 'Deletes the boat with its logbook, readings, frames, connections and share. This cannot be undone.',
  params: idParam('vessel'),
  answers: { 200: { description: 'It was deleted', schema: removed } },
  errors: [],
})
