import * as contract from '@binnacle/contract'
import type { FastifyRequest } from 'fastify'
import type { LinksTo } from '../cameras/frame-links.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { ApiError, found, retryAfter } from '../http/errors.ts'
import type { On } from '../http/register.ts'
import { FOR_OTHER_SITES } from '../http/security-headers.ts'
import type { Limits } from '../limits/limits.ts'
import { badge, PRIVATE_BADGE } from './badge.ts'
import { CARD_CSP, card, PRIVATE_CARD } from './card.ts'
import { applyToggles, shareLinks } from './dossier.ts'
import { loadDossier, loadSummary } from './load-dossier.ts'
import { oembed, parseMaxSize, shareTokenFromUrl } from './oembed.ts'
import { PRIVATE_PAGE, page, pageCsp } from './page.ts'
import { deleteShare, findShare, findShared, putShare, type ShareRow } from './sql.ts'
import { makeShareToken } from './token.ts'

/**
 * The owner's share and what strangers see of it. Every link begins with the configured baseUrl, never with what a request
 * calls this host. Nothing here is cached, so a revoked share is private at once.
 */
export function shareRoutes(
  on: On,
  db: Db,
  { baseUrl, rateLimitPerMinute }: Pick<Config, 'baseUrl' | 'rateLimitPerMinute'>,
  linksTo: LinksTo,
  limits: Limits,
): void {
  const admit = lookLimit(limits, LOOKS_FOR_A_REQUEST * rateLimitPerMinute)
  ownerRoutes(on, db, baseUrl)
  assetRoutes(on, db, baseUrl, linksTo, admit)
  oembedRoute(on, db, baseUrl, admit)
}

/** An address may look at so many pages, cards and badges together for each request that a key may make: a forum shows many at once. */
const LOOKS_FOR_A_REQUEST = 5

/** Throws rate_limited where this address has looked too often: a page costs more than anything else that a stranger can ask for. */
type Admit = (request: FastifyRequest) => Promise<void>

function lookLimit(limits: Limits, perMinute: number): Admit {
  const looks = limits.limiter('share', perMinute, 60)
  return async ({ ip }) => {
    const { allowed, msBeforeNext } = await looks.take(ip)
    if (!allowed) throw new ApiError('rate_limited', undefined, retryAfter(msBeforeNext))
  }
}

function ownerRoutes(on: On, db: Db, baseUrl: string): void {
  const shown = ({ token, toggles }: ShareRow) => {
    const links = shareLinks(baseUrl, token)
    return { share: { token, url: links.page, embed_url: links.embed, badge_url: links.badge, toggles } }
  }

  on(contract.getShare, async ({ caller, params }) => shown(found(await findShare(db, caller.id, params.id))))

  on(contract.putShare, async ({ caller, params, body }) => {
    const change = known(body.toggles ?? {})
    return shown(found(await putShare(db, caller.id, params.id, makeShareToken(), change)))
  })

  on(contract.deleteShare, async ({ caller, params }) => {
    found((await deleteShare(db, caller.id, params.id)) || null)
    return { removed: true }
  })
}

/** The toggles of a body, and nothing else that it may hold. */
function known(given: Partial<contract.ShareToggles>): Partial<contract.ShareToggles> {
  const names = Object.keys(contract.SHARE_TOGGLES) as contract.ShareToggle[]
  return Object.fromEntries(names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]))
}

/** An SVG that is opened by itself is a document, and this one loads and runs nothing. */
const BADGE_CSP = "default-src 'none'"

const HTML = 'text/html; charset=utf-8'
const SVG = 'image/svg+xml; charset=utf-8'

function assetRoutes(on: On, db: Db, baseUrl: string, linksTo: LinksTo, admit: Admit): void {
  on(contract.getSharePage, async ({ params: { token }, now, request, reply }) => {
    await admit(request)
    const shared = await findShared(db, token)
    const dossier = shared && applyToggles(await loadDossier(db, shared.vessel, now, linksTo), shared.toggles)
    reply.code(dossier ? 200 : 404).type(HTML)
    reply.header('content-security-policy', pageCsp(dossier ?? { photo: null }))
    return dossier ? page(dossier, shareLinks(baseUrl, token), now) : PRIVATE_PAGE
  })

  on(contract.getShareCard, async ({ params: { token }, now, request, reply }) => {
    await admit(request)
    const dossier = await sharedSummary(db, token, now)
    reply
      .code(dossier ? 200 : 404)
      .type(HTML)
      .headers({ ...FOR_OTHER_SITES, 'content-security-policy': CARD_CSP })
    return dossier ? card(dossier, shareLinks(baseUrl, token)) : PRIVATE_CARD
  })

  on(contract.getShareBadge, async ({ params: { token }, query, now, request, reply }) => {
    await admit(request)
    const dossier = await sharedSummary(db, token, now)
    const kind = query.kind ?? (dossier?.health ? 'health' : 'due')
    const picture = dossier ? badge(dossier, kind) : PRIVATE_BADGE
    // A kind that is not shared is drawn as private too, and then answered as private.
    reply.code(picture === PRIVATE_BADGE ? 404 : 200).type(SVG)
    reply.headers({ ...FOR_OTHER_SITES, 'content-security-policy': BADGE_CSP })
    return picture
  })
}

/** The summary of what a token shares, its toggles applied. */
async function sharedSummary(db: Db, token: string, now: Date) {
  const shared = await findShared(db, token)
  return shared && applyToggles(await loadSummary(db, shared.vessel, now), shared.toggles)
}

function oembedRoute(on: On, db: Db, baseUrl: string, admit: Admit): void {
  const size = (name: string, text: string | undefined) => {
    const px = parseMaxSize(text)
    if (px === 'invalid') throw new ApiError('invalid_request', `/${name} must be a whole number of px from 1`)
    return px
  }

  on(contract.getOembed, async ({ query, now, request, reply }) => {
    await admit(request)
    reply.headers(FOR_OTHER_SITES)
    if ((query.format ?? 'json') !== 'json') throw new ApiError('unsupported_format')
    if (query.url === undefined) throw new ApiError('invalid_request', '/url is required')
    const max = { width: size('maxwidth', query.maxwidth), height: size('maxheight', query.maxheight) }
    const token = found(shareTokenFromUrl(query.url, baseUrl))
    return oembed(found(await sharedSummary(db, token, now)), shareLinks(baseUrl, token), max)
  })
}
