import { UNIT_BESIDE_METER } from '@binnacle/contract'
import type { Reading } from '../readings/reading.ts'

/** genset-0 and dcgenset-1 of a Victron system, generator, gen-1 of others; and engines that do not propel a boat every day. */
const NO_MAIN_ENGINE = /generator|genset|genny|wing|thruster|^a(ux|pu)|(?:^|[-_ ])gen(?![a-z])/i
/** In other languages, an auxiliary engine in German, and makers of nothing else. */
const GENERATOR_NAMES = /aggregat|stromerz|^hilfs|generador|gerador|^groupe$|lectrog|^onan|panda/i
/** portGen. */
const GEN_AT_END = /[a-z]Gen(?![a-z])/
/**
 * Where there is one to starboard there is one to port; 2 to 9 follow others, and are often generators. Higher numbers are an
 * owner's own.
 */
const SECOND = /starboard|stbd|^stb|^sb$|steuerbord|^right$|^(engine|motor)?[-_ ]?[2-9]$/i
/** Engines that are known to propel the boat, the first first. */
const MAIN_ENGINES = [/^$/, /^port|port$|^left$|backbord|^bb$/i, /^(main|haupt)/i]
const NUMBER = /^\d+$/

const numerically = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true })

/**
 * The engine whose hours feed the vessel's hour meter where the owner has chosen none, of those that have been heard: the one without
 * a name, to port or called the main one, else the one that has `fed` it before, else the only one, else the first by its number. The
 * meter never falls, so a generator and a second engine do not feed it, though no other has been heard yet. undefined: none of them
 * may, or nobody knows which.
 */
export function mainEngine(heard: readonly { instance?: string }[], fed?: string): { instance: string } | undefined {
  const all = new Set(heard.map(({ instance = '' }) => instance))
  // Also where its hours were forgotten, and it is off.
  if (fed !== undefined) all.add(fed)
  const names = [...all]
    .filter((name) => ![NO_MAIN_ENGINE, GENERATOR_NAMES, GEN_AT_END, SECOND].some((other) => other.test(name)))
    .toSorted(numerically)
  const known = MAIN_ENGINES.map((main) => names.find((name) => main.test(name))).find((name) => name !== undefined)
  const isClear = names.length === 1 || names.every((name) => NUMBER.test(name))
  const instance = known ?? names.find((name) => name === fed) ?? (isClear ? names[0] : undefined)
  return instance === undefined ? undefined : { instance }
}

/**
 * A reading as it may be sent when its engine does not feed the vessel's hour meter. The service moves the meter for engine_hours in h
 * and for no other unit, so the unit of these is written out: stored, as true as before, and without effect on the meter.
 */
export const besideMeter = <R extends Omit<Reading, 'at'>>(reading: R): R => ({
  ...reading,
  unit: UNIT_BESIDE_METER,
})
