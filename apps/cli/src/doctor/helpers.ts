import pino from 'pino'
import { openFrameStore } from '../../../server/src/cameras/stores/open-frame-store.ts'
import { openLimits } from '../../../server/src/limits/open-limits.ts'
import { tryBroker } from '../../../server/src/mqtt/broker.ts'
import { OperatorError } from '../../../server/src/process/operator-error.ts'
import { tryMailServer } from '../../../server/src/service/mail/mail.ts'
import type { Config } from '../../../server/src/settings/config.ts'
import { type Finding, fine, oneLine, reasonOf, todo } from './finding.ts'

/** The servers of others that the settings name. */
export const checkHelpers = async (config: Config): Promise<Finding[]> =>
  (await Promise.all([redis(config), bucket(config), mail(config), mqtt(config)])).flat()

async function redis({ redisUrl }: Config): Promise<Finding[]> {
  if (redisUrl === null) return []
  const limits = await openLimits(redisUrl, pino({ level: 'silent' }))
  const answers = limits.counting() === 'shared'
  limits.close()
  return [
    answers
      ? fine('Redis', 'answers')
      : todo(
          'Redis',
          'The server of REDIS_URL does not answer. Start it, or correct REDIS_URL. Until then each process counts limits on its own.',
        ),
  ]
}

async function bucket(config: Config): Promise<Finding[]> {
  if (!config.frameStore) return []
  const reasons: string[] = []
  const log = { warn: (what: object) => void reasons.push(String((what as { reason?: unknown }).reason)) }
  try {
    const store = await openFrameStore(config, log)
    await store.close()
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    reasons.push(oneLine(error))
  }
  return reasons.length > 0
    ? reasons.map((reason) => todo('Pictures', `${reason}. Correct FRAME_STORE, S3_ENDPOINT or the credentials.`))
    : [fine('Pictures', `the bucket ${config.frameStore.bucket} can be used`)]
}

async function mail({ smtpUrl }: Config): Promise<Finding[]> {
  if (smtpUrl === null) return []
  try {
    await tryMailServer(smtpUrl)
    return [fine('E-mail', 'the mail server accepts the sign-in')]
  } catch (error) {
    return [todo('E-mail', `The server of SMTP_URL cannot be used: ${reasonOf(error)}. Correct SMTP_URL, or start it.`)]
  }
}

async function mqtt({ mqttUrl }: Config): Promise<Finding[]> {
  if (mqttUrl === null) return []
  try {
    await tryBroker(mqttUrl)
    return [fine('MQTT', 'the broker accepts the sign-in')]
  } catch (error) {
    return [todo('MQTT', `The broker of MQTT_URL cannot be used: ${reasonOf(error)}. Correct MQTT_URL, or start it.`)]
  }
}
