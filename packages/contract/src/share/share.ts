import { type Static, Type } from 'typebox'
import { route } from '../common/route.ts'
import { flag, idParam, named, oneOf, optional, text } from '../common/schema.ts'
import { removed } from '../vessels/vessels.ts'

/** What the owner decides to show of a boat, and what is shown unless the owner decides. */
export const SHARE_TOGGLES = {
  specs: { default: true, shows: 'Make, model, length and kind of boat' },
  health: { default: true, shows: 'The health score' },
  due: { default: true, shows: 'What maintenance is due' },
  engine_hours: { default: true, shows: 'The hour meter' },
  service_history: { default: true, shows: 'The services that were done' },
  inspections: { default: true, shows: 'Inspections with score and report code' },
  costs: { default: false, shows: 'What the services cost' },
  photo: { default: false, shows: 'The newest frame of the first camera' },
  location: { default: false, shows: 'The home berth' },
  hin: { default: false, shows: 'The hull identification number' },
} as const
export type ShareToggle = keyof typeof SHARE_TOGGLES
export type ShareToggles = Record<ShareToggle, boolean>

const toggleFields = Object.fromEntries(
  Object.entries(SHARE_TOGGLES).map(([name, { shows }]) => [name, flag(shows)]),
) as Record<ShareToggle, ReturnType<typeof flag>>

export const Share = named('Share', 'A shared dossier', {
  token: text(40, 'The share token', 's7Kq2xW9vT4yZ1aB3cD5eF'),
  url: text(2000, 'The page', 'https://boat.example/v/s7Kq2xW9vT4yZ1aB3cD5eF'),
  embed_url: text(
    2000,
    'The card, about 420 by 220 px, for an iframe',
    'https://boat.example/embed/s7Kq2xW9vT4yZ1aB3cD5eF',
  ),
  badge_url: text(2000, 'The badge, SVG', 'https://boat.example/api/badge/s7Kq2xW9vT4yZ1aB3cD5eF'),
  toggles: named('ShareToggles', 'What is shown', toggleFields),
})
export type Share = Static<typeof Share>

const app = { tag: 'app', auth: 'session', scope: null, resource: 'vessel', path: '/app/vessels/{id}/share' } as const
const ShareAnswer = Type.Object({ share: Share })

export const getShare = route({
  ...app,
  id: 'getShare',
  method: 'GET',
  summary: 'The share of a vessel',
  description: 'The share link with its card and badge; 404 where the boat is not shared.',
  params: idParam('vessel'),
  answers: { 200: { description: 'The share', schema: ShareAnswer } },
  errors: [],
})

export const putShare = route({
  ...app,
  id: 'putShare',
  method: 'PUT',
  summary: 'Share a vessel, or change what is shown',
  description: 'Creates the share link, or changes its toggles. Absent toggles keep their value.',
  params: idParam('vessel'),
  body: Type.Object({
    toggles: optional(
      named(
        'ShareTogglesChange',
        'What to show; absent toggles keep their value',
        Object.fromEntries(Object.entries(toggleFields).map(([name, field]) => [name, optional(field)])) as {
          [T in ShareToggle]: ReturnType<typeof optional<(typeof toggleFields)[T]>>
        },
      ),
    ),
  }),
  answers: { 200: { description: 'The share as it is now', schema: ShareAnswer } },
  errors: [],
})

export const deleteShare = route({
  ...app,
  id: 'deleteShare',
  method: 'DELETE',
  summary: 'Revoke the share',
  description: 'The page, the card and the badge become private at once. A later share has another token.',
  params: idParam('vessel'),
  answers: { 200: { description: 'It was deleted', schema: removed } },
  errors: [],
})

const asset = { tag: 'share', auth: 'public', scope: null, resource: null, method: 'GET' } as const

/** These are for browsers, outside the JSON API: "not there" is a page or a picture too, one for revoked and unknown tokens. */
const isPrivate = (what: string, content: string) => ({
  description: `${what} that says "private": the token was revoked, or does not exist`,
  content,
})
const tokenParam = Type.Object({
  token: Type.String({ description: 'The share token', examples: ['s7Kq2xW9vT4yZ1aB3cD5eF'] }),
})

const lang = optional(
  Type.String({
    description: 'Language of the answer: en or de. Without one of these, Accept-Language decides.',
    examples: ['de'],
  }),
)

export const getSharePage = route({
  ...asset,
  id: 'getSharePage',
  path: '/v/{token}',
  summary: 'The dossier page',
  description: 'The shared dossier as a page for people, with oEmbed discovery.',
  params: tokenParam,
  query: Type.Object({ lang }),
  answers: {
    200: { description: 'The page', content: 'text/html' },
    404: isPrivate('A page', 'text/html'),
  },
  errors: ['rate_limited'],
})

export const getShareCard = route({
  ...asset,
  id: 'getShareCard',
  path: '/embed/{token}',
  summary: 'The card',
  description: 'The dossier as a card of about 420 by 220 px, for an iframe on any site.',
  params: tokenParam,
  query: Type.Object({ lang }),
  answers: {
    200: { description: 'The card', content: 'text/html' },
    404: isPrivate('A card', 'text/html'),
  },
  errors: ['rate_limited'],
})

export const BADGE_KINDS = ['health', 'due'] as const
export type BadgeKind = (typeof BADGE_KINDS)[number]

export const getShareBadge = route({
  ...asset,
  id: 'getShareBadge',
  path: '/api/badge/{token}',
  summary: 'The badge',
  description:
    'A badge with the health score or what is due. A revoked token, an unknown token and a kind that the owner does not share get the same grey "private" badge with status 404.',
  params: tokenParam,
  query: Type.Object({
    kind: optional(
      oneOf(BADGE_KINDS, 'What it shows; defaults to the health score if it is shared, otherwise to what is due'),
    ),
    lang,
  }),
  answers: {
    200: { description: 'The badge', content: 'image/svg+xml' },
    404: isPrivate('A grey picture', 'image/svg+xml'),
  },
  errors: ['rate_limited'],
})

export const getOembed = route({
  ...asset,
  id: 'getOembed',
  path: '/api/oembed',
  summary: 'oEmbed',
  description:
    'The card of a share link as oEmbed of type rich, in the language that the link names with `lang`. See https://oembed.com.',
  query: Type.Object({
    url: optional(
      Type.String({ description: 'The share link', examples: ['https://boat.example/v/s7Kq2xW9vT4yZ1aB3cD5eF'] }),
    ),
    maxwidth: optional(Type.String({ description: 'Widest card, px', examples: ['420'] })),
    maxheight: optional(Type.String({ description: 'Highest card, px', examples: ['220'] })),
    format: optional(Type.String({ description: 'json, the default, is the only one', examples: ['json'] })),
  }),
  answers: {
    200: {
      description: 'The card',
      schema: named('Oembed', 'An oEmbed answer of type rich', {
        version: text(8, 'Version of oEmbed', '1.0'),
        type: text(8, 'Always rich', 'rich'),
        title: text(400, 'Title of the dossier', 'Aurora'),
        provider_name: text(80, 'Who offers it', 'Binnacle'),
        provider_url: text(2000, 'Where', 'https://boat.example'),
        html: text(4000, 'The iframe', '<iframe src="https://boat.example/embed/s7Kq2xW9vT4yZ1aB3cD5eF"></iframe>'),
        width: Type.Integer({ description: 'Width, px', examples: [420] }),
        height: Type.Integer({ description: 'Height, px', examples: [220] }),
      }),
    },
  },
  errors: ['not_found', 'unsupported_format', 'rate_limited'],
})
