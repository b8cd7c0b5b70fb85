import { type Static, Type } from 'typebox'
import { route } from '../common/route.ts'
import { idParam, integer, named, text, uuid } from '../common/schema.ts'
import { Connection, providerFields } from './connections.ts'

export const ConnectionOverview = named('ConnectionOverview', 'A connection with its provider, cameras and use', {
  ...Connection.properties,
  provider_name: providerFields.name,
  covers: providerFields.covers,
  readings_last_day: integer(0, Number.MAX_SAFE_INTEGER, 'How many readings of the last 24 hours it has sent', 8640),
  cameras: Type.Array(
    Type.Object({ id: uuid("The camera's id", 'camera'), label: text(60, 'Name of the camera', 'Cockpit') }),
    {
      description: 'The cameras that send through it',
    },
  ),
})
export type ConnectionOverview = Static<typeof ConnectionOverview>

export const overviewConnections = route({
  id: 'overviewConnections',
  tag: 'app',
  auth: 'session',
  scope: null,
  resource: 'vessel',
  method: 'GET',
  path: '/app/vessels/{id}/connections',
  summary: 'The connections of a vessel, for the app',
  description:
    'The onboard devices that may send for the vessel, in the order in which they were made, each with its provider, how much it has sent lately and its cameras.',
  params: idParam('vessel'),
  answers: {
    200: {
      description: 'The connections',
      schema: Type.Object({
        service_url: text(
          2000,
          'The address that onboard devices send to, without a slash at its end',
          'https://boat.example',
        ),
        connections: Type.Array(ConnectionOverview),
      }),
    },
  },
  errors: [],
})
