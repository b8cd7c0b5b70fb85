import type { NewVessel, Vessel, VesselType } from '@binnacle/contract'
import type { Static } from 'typebox'
import { decimalText, parseDecimal } from '../../forms/decimal.ts'

/** What a form of a boat holds: text as it was typed, numbers as the field gives them. */
export interface BoatFields {
  name: string
  vessel_type: VesselType
  make: string
  model: string
  hin: string
  marina: string
  service_level: NonNullable<Vessel['service_level']> | ''
  /** In the reader's unit, as typed. */
  length: string
  engine_hours: number | string
}

const METRES_A_FOOT = 0.3048

export const EMPTY_BOAT: BoatFields = {
  name: '',
  vessel_type: 'sailboat',
  make: '',
  model: '',
  hin: '',
  marina: '',
  service_level: '',
  length: '',
  engine_hours: '',
}

/** A boat as its form shows it. `feet`: the reader measures in feet. */
export const fieldsOf = (vessel: Vessel, feet: boolean, locale: string): BoatFields => ({
  name: vessel.name,
  vessel_type: vessel.vessel_type,
  make: vessel.make ?? '',
  model: vessel.model ?? '',
  hin: vessel.hin ?? '',
  marina: vessel.marina ?? '',
  service_level: vessel.service_level ?? '',
  length: vessel.length_m === null ? '' : decimalText(feet ? inFeet(vessel.length_m) : vessel.length_m, locale),
  engine_hours: vessel.engine_hours ?? '',
})

const inFeet = (metres: number) => Math.round((metres / METRES_A_FOOT) * 100) / 100

/** Two decimals of a foot are 3 mm: a metre that was shown in feet and not touched comes back as it was, to the centimetre. */
const inMetres = (feet: number) => Math.round(feet * METRES_A_FOOT * 100) / 100

/** What a form says of a boat, as the service takes it: empty fields are null. Hours are given apart, for a new boat only. */
export function vesselOf(fields: BoatFields, feet: boolean): Omit<Static<typeof NewVessel>, 'engine_hours'> {
  const length = parseDecimal(fields.length, 2)
  const given = (text: string) => text.trim() || null
  return {
    name: fields.name.trim(),
    vessel_type: fields.vessel_type,
    make: given(fields.make),
    model: given(fields.model),
    hin: given(fields.hin),
    marina: given(fields.marina),
    service_level: fields.service_level || null,
    length_m: length === null ? null : feet ? inMetres(length) : length,
  }
}

/** What was changed in a form since it was `before`: the rest may have been changed by somebody else meanwhile, and stays. */
export function changesOf(before: BoatFields, after: BoatFields, feet: boolean): Partial<ReturnType<typeof vesselOf>> {
  const old = new Map(Object.entries(vesselOf(before, feet)))
  return Object.fromEntries(Object.entries(vesselOf(after, feet)).filter(([name, value]) => old.get(name) !== value))
}

/** The hour meter of a form; null where nothing was entered. */
export const hoursOf = ({ engine_hours }: BoatFields): number | null =>
  engine_hours === '' ? null : Math.floor(Number(engine_hours))
