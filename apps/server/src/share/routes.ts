import * as contract from '@binnacle/contract'
import type { FastifyRequest } from 'fastify'
import { record } from '../audit/record.ts'
import type { SharedLink } from '../cameras/links/frame-links.ts'
import type { Database, Db } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { FOR_OTHER_SITES } from '../http/browser/security-headers.ts'
import { ApiError, invalid, notFound } from '../http/errors.ts'
import type { ReplyHead } from '../http/route/answer.ts'
import type { Handle } from '../http/route/register.ts'
import { acceptedLanguage } from '../http/values/accepted-language.ts'
import { makeLinkToken } from '../http/values/link-token.ts'
import { addressKey } from '../limits/address-key.ts'
import { admit } from '../limits/admit.ts'
import type { Limits } from '../limits/limits.ts'
import type { Config } from '../settings/config.ts'
import { applyToggles, shareLinks } from './dossier/dossier.ts'
import { loadDossier, loadSummary } from './dossier/load-dossier.ts'
import { langOfUrl, maxSize, oembed, shareTokenFromUrl } from './oembed.ts'
import { deleteShare, findShared, putShare, type ShareRow, shareOrNotFound } from './sql.ts'
import { badge, privateBadge } from './views/badge.ts'
import { CARD_CSP, card, privateCard } from './views/card.ts'
import { page, pageCsp, privatePage } from './views/page.ts'
import { wordsIn } from './views/words.ts'

/**
 * The owner's share and its public pages. Every link begins with the configured baseUrl, never with the Host of a request. Nothing
 * is cached, so a revoked share is private at once.
 */
export function shareRoutes(
  handle: Handle,
  database: Database,
  { baseUrl, rateLimitPerMinute }: Pick<Config, 'baseUrl' | 'rateLimitPerMinute'>,
  pictureLink: SharedLink,
  limits: Limits,
): void {
  const admit = viewLimit(limits, VIEWS_PER_REQUEST * rateLimitPerMinute)
  ownerRoutes(handle, database.db, baseUrl)
  assetRoutes(handle, database, baseUrl, pictureLink, admit)
  oembedRoute(handle, database, baseUrl, admit)
}

/** Pages, cards and badges that an address may load for each request that a key may make: a forum page embeds many at once. */
const VIEWS_PER_REQUEST = 5

/** Throws rate_limited: for the public, nothing costs the service more than a share page. */
type Admit = (request: FastifyRequest) => Promise<void>

function viewLimit(limits: Limits, perMinute: number): Admit {
  const views = limits.limiter('share', perMinute, 60)
  return ({ ip }) => admit(views, addressKey(ip))
}

function ownerRoutes(handle: Handle, db: Db, baseUrl: string): void {
  const shown = ({ token, toggles }: ShareRow) => {
    const links = shareLinks(baseUrl, token)
    return { share: { token, url: links.page, embed_url: links.embed, badge_url: links.badge, toggles } }
  }

  handle(contract.getShare, async ({ caller, params }) => shown(await shareOrNotFound(db, caller.id, params.id)))

  handle(contract.putShare, async (call) => {
    const { caller, params, body } = call
    const change = known(body.toggles ?? {})
    const token = makeLinkToken()
    const share = await inTransaction(db, async (tx) => {
      const put = await putShare(tx, caller.id, params.id, token, change)
      const kind = put.token === token ? 'share_created' : 'share_changed'
      await record(tx, call, kind, { vesselId: params.id, value: shownParts(put.toggles) })
      return put
    })
    return shown(share)
  })

  handle(contract.deleteShare, async (call) => {
    await inTransaction(db, async (tx) => {
      await deleteShare(tx, call.caller.id, call.params.id)
      await record(tx, call, 'share_revoked', { vesselId: call.params.id })
    })
    return { removed: true }
  })
}

/** What a share shows, for the audit log. */
const shownParts = (toggles: contract.ShareToggles) =>
  Object.entries(toggles)
    .filter(([, on]) => on)
    .map(([name]) => name)
    .join(', ')

/** Only the toggles of the body. */
function known(given: Partial<contract.ShareToggles>): Partial<contract.ShareToggles> {
  const names = Object.keys(contract.SHARE_TOGGLES) as contract.ShareToggle[]
  return Object.fromEntries(names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]))
}

/** An SVG that is opened on its own is a document. This one loads and runs nothing. */
const BADGE_CSP = "default-src 'none'"

const HTML = 'text/html; charset=utf-8'
const SVG = 'image/svg+xml; charset=utf-8'

function assetRoutes(handle: Handle, database: Database, baseUrl: string, pictureLink: SharedLink, admit: Admit): void {
  handle(contract.getSharePage, async ({ params: { token }, query, now, request, reply }) => {
    await admit(request)
    const { words, said } = reader(request, reply, query.lang)
    const shared = await findShared(database.db, token)
    const linkTo = (frameId: string) => pictureLink(frameId, token, now)
    const dossier = shared && applyToggles(await loadDossier(database, shared.vessel, now, linkTo), shared.toggles)
    reply.code(dossier ? 200 : 404).type(HTML)
    reply.header('content-security-policy', pageCsp(dossier ?? { photo: null }))
    return dossier ? page(dossier, shareLinks(baseUrl, token, said), now, words) : privatePage(words)
  })

  handle(contract.getShareCard, async ({ params: { token }, query, now, request, reply }) => {
    await admit(request)
    const { words, said } = reader(request, reply, query.lang)
    const dossier = await sharedSummary(database, token, now)
    reply
      .code(dossier ? 200 : 404)
      .type(HTML)
      .headers({ ...FOR_OTHER_SITES, 'content-security-policy': CARD_CSP })
    return dossier ? card(dossier, shareLinks(baseUrl, token, said), words) : privateCard(words)
  })

  handle(contract.getShareBadge, async ({ params: { token }, query, now, request, reply }) => {
    await admit(request)
    const { words } = reader(request, reply, query.lang)
    const dossier = await sharedSummary(database, token, now)
    const kind = query.kind ?? (dossier?.health ? 'health' : 'due')
    const picture = dossier && badge(dossier, kind, words)
    // A kind that is not shared is drawn as the private badge, and answered 404 like it.
    reply.code(picture ? 200 : 404).type(SVG)
    reply.headers({ ...FOR_OTHER_SITES, 'content-security-policy': BADGE_CSP })
    return picture ?? privateBadge(words)
  })
}

/**
 * In which words this reader gets an answer: those of the language that the link names (`said`), else of the reader's
 * Accept-Language. Caches are told.
 */
function reader(request: FastifyRequest, reply: ReplyHead, lang: string | undefined) {
  const said = contract.LANGUAGES.find((language) => language === lang)
  const language = said ?? acceptedLanguage(request.headers['accept-language'])
  reply.headers({ vary: 'accept-language', 'content-language': language })
  return { words: wordsIn(language), said }
}

/** The summary of what a token shares, its toggles applied. */
async function sharedSummary(database: Database, token: string, now: Date) {
  const shared = await findShared(database.db, token)
  return shared && applyToggles(await loadSummary(database, shared.vessel, now), shared.toggles)
}

function oembedRoute(handle: Handle, database: Database, baseUrl: string, admit: Admit): void {
  handle(contract.getOembed, async ({ query, now, request, reply }) => {
    await admit(request)
    reply.headers(FOR_OTHER_SITES)
    if ((query.format ?? 'json') !== 'json') throw new ApiError('unsupported_format')
    if (query.url === undefined) throw invalid('/url is required')
    const max = { width: maxSize('maxwidth', query.maxwidth), height: maxSize('maxheight', query.maxheight) }
    const token = shareTokenFromUrl(query.url, baseUrl)
    const dossier = token && (await sharedSummary(database, token, now))
    if (!dossier) throw notFound()
    const { words, said } = reader(request, reply, langOfUrl(query.url))
    return oembed(dossier, shareLinks(baseUrl, token, said), words, max)
  })
}
