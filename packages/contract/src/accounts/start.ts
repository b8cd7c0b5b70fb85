import type { Static } from 'typebox'
import { route } from '../common/route.ts'
import { flag, named, nullable, text } from '../common/schema.ts'

const MapTiles = named('MapTiles', 'A tile server for the map', {
  url: text(2000, 'Address of a tile, with {z}, {x} and {y}', 'https://tile.example.org/{z}/{x}/{y}.png'),
  attribution: text(500, "Attribution for the map; '' for none", '© OpenStreetMap contributors'),
})

export const Start = named('Start', 'What the web app needs to know before anyone signs in', {
  first_run: flag('Whether there is no account yet; the first one becomes the operator', false),
  setup_token_required: flag('Whether the first account needs the set-up token, seen from here', false),
  signups_open: flag('Whether a new account may be created', false),
  oidc_name: nullable(text(40, "Name of the operator's sign-in provider; null: none is set up", 'Authentik')),
  sends_email: flag('Whether the installation sends e-mail, so that a lost password can be reset by it', false),
  map_tiles: nullable(MapTiles),
})
export type Start = Static<typeof Start>

export const getStart = route({
  id: 'getStart',
  method: 'GET',
  path: '/app/start',
  tag: 'app',
  auth: 'public',
  scope: null,
  resource: null,
  summary: 'Get the settings for the sign-in page',
  description: 'What the web app needs to know before anyone signs in.',
  answers: { 200: { description: 'The settings', schema: Start } },
  errors: [],
})
