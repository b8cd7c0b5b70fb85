import type { Reading } from '../readings/reading.ts'

/** genset-0 and dcgenset-1 of a Victron system, generator, gen-1 of others. */
const GENERATOR = /generator|genset|^gen[-_]?\d*$/i
/** Where there is one to starboard there is one to port; 2 to 9 follow others, and are often generators. Higher numbers are an owner's own. */
const SECOND = /^(starboard|[2-9])$/

/**
 * The engine whose hours feed the vessel's hour meter where the owner has chosen none, of those that have been heard: the one without
 * a name or to port, else the first by its name. The meter never falls, so a generator and a second engine do not feed it, though no
 * other has been heard yet. undefined: none of them may.
 */
export function mainEngine<Engine extends { instance?: string }>(heard: readonly Engine[]): Engine | undefined {
  const place = ({ instance = '' }: Engine) => (instance === '' ? 0 : instance === 'port' ? 1 : 2)
  return heard
    .filter(({ instance = '' }) => !GENERATOR.test(instance) && !SECOND.test(instance))
    .toSorted(
      (a, b) => place(a) - place(b) || (a.instance ?? '').localeCompare(b.instance ?? '', 'en', { numeric: true }),
    )[0]
}

/**
 * A reading as it may be sent when its engine does not feed the vessel's hour meter. The service moves the meter for engine_hours in h
 * and for no other unit, so these travel as seconds: stored, as true as before, and without effect on the meter.
 */
export const besideMeter = <R extends Omit<Reading, 'at'>>(reading: R): R => ({
  ...reading,
  value: Math.round((reading.value ?? 0) * 3600),
  unit: 's',
})
