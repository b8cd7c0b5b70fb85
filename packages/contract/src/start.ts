import type { Static } from 'typebox'
import { route } from './route.ts'
import { flag, named, nullable, text } from './schema.ts'

const MapTiles = named('MapTiles', 'A tile server for the map', {
  url: text(2000, 'Address of a tile, with {z}, {x} and {y}', 'https://tile.example.org/{z}/{x}/{y}.png'),
  attribution: text(500, "Whom to thank on the map, as text; '' for nobody", '© OpenStreetMap contributors'),
})

export const Start = named('Start', 'What the web app needs to know before anyone signs in', {
  first_run: flag('No account exists yet: the first one made is the operator', false),
  signups_open: flag('Whether one more account may be made', false),
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
  summary: 'How this installation is set up',
  description: 'What the web app needs to know before anyone signs in.',
  answers: { 200: { description: 'How it is set up', schema: Start } },
  errors: [],
})
