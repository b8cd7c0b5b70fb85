import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as contract from '@binnacle/contract'
import { lacks } from '../../../../scripts/programs.ts'
import { until } from '../../../../scripts/until.ts'
import { startBroker } from '../../../gateway/src/testing/mosquitto.ts'
import { Client } from '../testing/client.ts'
import { testServerUrl } from '../testing/database.ts'
import { killBefore, launchService, startProcess, startTestProcess } from '../testing/process.ts'
import { listenAtBroker } from './testing/listen-at-broker.ts'

/** More than are read at once. */
const BOATS = 40

test('the process that publishes is killed in between: another one takes over, and nothing wrong stays at the broker', {
  skip: testServerUrl ? lacks('mosquitto') : 'several processes need PostgreSQL',
}, async (t) => {
  const broker = await startBroker(t)
  const { topics } = await listenAtBroker(t, broker)
  const { boats, env, test: place } = await startTestProcess({}, BOATS)
  const published = () => boats.filter(({ vesselId }) => topics.has(`binnacle/${vesselId}/connected/state`))
  const withBroker = { ...env, MQTT_URL: `mqtt://127.0.0.1:${broker.port}` }

  const look = 'concat_ws'
  const read = '"engine_hours" from "vessel" where "id" in'
  const killed = launchService({ ...withBroker, ...killBefore(look, read, read) })
  assert.equal((await killed.ended).signal, 'SIGKILL')
  await until(() => topics.get('binnacle/status') === 'offline', 'the last will')
  const first = published()
  assert.ok(first.length > 0 && first.length < BOATS, `killed in between, after ${first.length}`)
  const gone = first[0]!.vesselId
  await place.database.db.deleteFrom('vessel').where('id', '=', gone).execute()

  const others = await Promise.all([startProcess(withBroker), startProcess(withBroker)])
  after(() => Promise.all(others.map((other) => other.kill())))
  const ofGone = () => [...topics.keys()].filter((topic) => topic.includes(gone)).length
  await until(() => published().length === BOATS - 1 && ofGone() === 0, 'the others, and only them')
  assert.equal(topics.get('binnacle/status'), 'online')
  const owner = await new Client(others[0].url).signUp()
  const { vessel } = await new Client(others[1].url).ok(contract.createVessel, owner.session, {
    body: { name: 'Aurora', vessel_type: 'sailboat' },
  })
  await until(() => topics.has(`binnacle/${vessel.id}/connected/state`), 'a new boat at the broker')
})

test('the broker’s password is in no log', { skip: lacks('mosquitto') }, async (t) => {
  const broker = await startBroker(t, { user: { name: 'boat', password: 'right' } })
  const { service } = await startTestProcess({ MQTT_URL: `mqtt://boat:hunter2@127.0.0.1:${broker.port}` })
  const refusals = () => service.output().match(/Not authorized.*cannot be published to the MQTT broker/g)
  await until(() => refusals() !== null, 'the refusal in the log')
  await broker.stop()
  await until(() => /ECONNREFUSED.*cannot be published/.test(service.output()), 'that it is away')
  assert.equal(refusals()!.length, 1, 'said once')
  assert.doesNotMatch(service.output(), /hunter2/)
})
