import { type BoatState, entitiesOf } from './entities.ts'

export interface Installation {
  /** Before all of our topics, and the node id of the configurations: each installation at a broker has its own. */
  prefix: string
  baseUrl: string
  version: string
}

/** The retained messages of an entity. One that is empty is not there: publishing it removes what is. */
export type EntityMessages = readonly [config: string, attributes: string, state: string]

const DISCOVERY = 'homeassistant'
const COMPONENTS = ['sensor', 'binary_sensor']

/** Whether anything of the installation can be shown: online or, by the broker's last will, offline. */
export const statusTopic = (prefix: string): string => `${prefix}/status`

/** The states of all entities of a boat. */
export const statesOf = (prefix: string, boatId: string): string => `${prefix}/${boatId}/+/state`

/** The state of an entity that each boat has. */
export const aStateOfEachBoat = (prefix: string): string => `${prefix}/+/connected/state`

/** Of its configuration, its attributes and its state. An entity is named by its component and its key. */
export function topicsOf(prefix: string, boatId: string, entity: string): readonly [string, string, string] {
  const [component, key] = entity.split('/')
  const topic = `${prefix}/${boatId}/${key}`
  return [`${DISCOVERY}/${component}/${prefix}/${boatId}-${key}/config`, `${topic}/attributes`, `${topic}/state`]
}

/** Whose state a topic has: the boat, and the entities that may have the topic. undefined: it is no state of ours. */
export function ownerOfState(topic: string): { boatId: string; entities: string[] } | undefined {
  const [, boatId, key] = /^[^/]+\/([\da-f-]{36})\/([^/]+)\/state$/.exec(topic) ?? []
  return boatId ? { boatId, entities: COMPONENTS.map((each) => `${each}/${key}`) } : undefined
}

/**
 * The messages of a boat by entity.
 * Source: https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery
 */
export function messagesOf(boat: BoatState, { prefix, baseUrl, version }: Installation): Map<string, EntityMessages> {
  const device = {
    identifiers: [`${prefix}_${boat.id}`],
    name: boat.name,
    manufacturer: 'Binnacle',
    model: boat.vessel_type,
    configuration_url: `${baseUrl}/boats/${boat.id}`,
  }
  const origin = { name: 'Binnacle', sw_version: version, support_url: baseUrl }
  return new Map(
    entitiesOf(boat).map(({ component, key, name, state, config, attributes }) => {
      const entity = `${component}/${key}`
      const [, attributesTopic, stateTopic] = topicsOf(prefix, boat.id, entity)
      const configuration = {
        name,
        unique_id: `${prefix}_${boat.id}_${key}`,
        state_topic: stateTopic,
        availability_topic: statusTopic(prefix),
        ...config,
        ...(attributes && { json_attributes_topic: attributesTopic }),
        device,
        origin,
      }
      return [entity, [JSON.stringify(configuration), attributes ? JSON.stringify(attributes) : '', state]]
    }),
  )
}
