import type { DueItem, EngineHourLog, Inspection, Language, ServiceLog, ShareToggles, Vessel } from '@binnacle/contract'

/**
 * What a stranger may see of a boat. null is "not shared", and nothing is drawn; an empty list, or a null inside, is "shared,
 * but nothing there yet". Timestamps are ISO 8601. The notes of service entries are no part of it: people write them for
 * themselves, and no toggle speaks of them.
 */
export interface Dossier {
  name: string
  specs: Pick<Vessel, 'vessel_type' | 'make' | 'model' | 'length_m'> | null
  hin: string | null
  marina: string | null
  health: { score: number | null } | null
  /** Most urgent first. */
  due: (Pick<DueItem, 'title' | 'status' | 'due_date' | 'due_hours'> & { never_logged: boolean })[] | null
  /** Newest first, up to LIMITS.logbookEntries. */
  services: Pick<ServiceLog, 'title' | 'done_at' | 'engine_hours' | 'cost' | 'currency' | 'route'>[] | null
  /** Newest first. */
  inspections:
    | Pick<Inspection, 'status' | 'started_at' | 'completed_at' | 'score' | 'engine_hours' | 'vir_code'>[]
    | null
  /** The hour meter in whole hours, and its log in any order. */
  hours: { meter: number | null; log: Pick<EngineHourLog, 'hours' | 'logged_at'>[] } | null
  /** The newest frame of the first camera; url is a signed link. */
  photo: { url: string; width: number | null; height: number | null; captured_at: string } | null
}

/**
 * The dossier with everything that the owner does not share taken out, before anything is drawn. Whatever draws sees only
 * the result, so no page, card, badge or title can forget a toggle. Meter readings also stand in service entries, in
 * inspections and in due items, and go from there too.
 */
export const applyToggles = (full: Dossier, on: ShareToggles): Dossier => {
  const metered = (hours: number | null) => (on.engine_hours ? hours : null)
  return {
    name: full.name,
    specs: on.specs ? full.specs : null,
    hin: on.hin ? full.hin : null,
    marina: on.location ? full.marina : null,
    health: on.health ? full.health : null,
    due: on.due && full.due ? full.due.map((item) => ({ ...item, due_hours: metered(item.due_hours) })) : null,
    services:
      on.service_history && full.services
        ? full.services.map((entry) => ({
            ...entry,
            engine_hours: metered(entry.engine_hours),
            cost: on.costs ? entry.cost : null,
            currency: on.costs ? entry.currency : null,
          }))
        : null,
    inspections:
      on.inspections && full.inspections
        ? full.inspections.map((one) => ({ ...one, engine_hours: metered(one.engine_hours) }))
        : null,
    hours: on.engine_hours ? full.hours : null,
    photo: on.photo ? full.photo : null,
  }
}

/**
 * Every public address of a share. base is BASE_URL, with or without a path and a closing slash. A language stands in the links
 * only where the link that was opened named one; without it, each is in its reader's.
 */
export const shareLinks = (base: string, token: string, language?: Language) => {
  const root = base.replace(/\/+$/, '')
  const said = language ? `?lang=${language}` : ''
  const page = `${root}/v/${token}${said}`
  return {
    page,
    embed: `${root}/embed/${token}${said}`,
    badge: `${root}/api/badge/${token}${said}`,
    oembed: `${root}/api/oembed?url=${encodeURIComponent(page)}`,
    home: `${root}/`,
  }
}
export type ShareLinks = ReturnType<typeof shareLinks>
