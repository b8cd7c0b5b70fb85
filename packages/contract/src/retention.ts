import { type Static, Type } from 'typebox'
import { LIMITS } from './limits.ts'
import { route } from './route.ts'
import { dateTime, idParam, integer, named, nullable } from './schema.ts'

const { telemetryKeepDays, telemetryKeepDelayDays } = LIMITS
const { min, max } = telemetryKeepDays

export const keepDays = (description: string) => integer(min, max, description, 730)

export const Retention = named(
  'Retention',
  'How long readings of a boat are kept; what charts show of them is kept for ever',
  {
    keep_days: nullable(keepDays('What the owner says, days; null: as the operator says')),
    keep_from: nullable(dateTime('Before this nothing is deleted by keep_days; null: keep_days is null')),
    operator_days: nullable(keepDays('What the operator says, days; null: for ever')),
  },
)
export type Retention = Static<typeof Retention>

const common = { tag: 'app', auth: 'session', scope: null, resource: 'vessel' } as const
const RetentionAnswer = Type.Object({ retention: Retention })

export const getRetention = route({
  ...common,
  id: 'getRetention',
  method: 'GET',
  path: '/app/vessels/{id}/retention',
  summary: 'How long readings are kept',
  description:
    'The limit of age that the owner set for this boat, and that of the installation: the shorter one holds.',
  params: idParam('vessel'),
  answers: { 200: { description: 'The limits', schema: RetentionAnswer } },
  errors: [],
})

export const changeRetention = route({
  ...common,
  id: 'changeRetention',
  method: 'PATCH',
  path: '/app/vessels/{id}/retention',
  summary: 'Set how long readings are kept',
  description: `Readings that are older are deleted, from ${telemetryKeepDelayDays} days after a limit was made shorter. Charts go on with sums of five minutes and of days; the newest reading of each series and the hour meter stay. There is no way back.`,
  params: idParam('vessel'),
  body: named('RetentionChange', 'What to change', {
    keep_days: nullable(keepDays("In days, at most the operator's; null: as the operator says")),
  }),
  answers: { 200: { description: 'The limits as they are now', schema: RetentionAnswer } },
  errors: [],
})
