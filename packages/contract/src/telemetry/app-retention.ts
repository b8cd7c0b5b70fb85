import { type Static, Type } from 'typebox'
import { LIMITS } from '../common/limits.ts'
import { route } from '../common/route.ts'
import { dateTime, idParam, integer, named, nullable } from '../common/schema.ts'

const { telemetryKeepDays, telemetryKeepDelayDays } = LIMITS
const { min, max } = telemetryKeepDays

export const keepDays = (description: string) => integer(min, max, description, 730)

export const Retention = named(
  'Retention',
  'How long readings of a boat are kept. Summaries for charts are always kept',
  {
    keep_days: nullable(keepDays("The owner's limit, days; null: the operator's limit applies")),
    keep_from: nullable(dateTime('keep_days takes effect at this time; null if keep_days is null')),
    operator_days: nullable(keepDays("The operator's limit, days; null: unlimited")),
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
  description: 'The retention limits of the owner and of the installation. The shorter one applies.',
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
  description: `Older readings are deleted, ${telemetryKeepDelayDays} days after the limit was lowered. Charts keep their summaries; the newest reading of each series and the hour meter stay. Deleted readings cannot be restored.`,
  params: idParam('vessel'),
  body: named('RetentionChange', 'What to change', {
    keep_days: nullable(keepDays("Number of days, at most the operator's limit; null: the operator's limit applies")),
  }),
  answers: { 200: { description: 'The limits as they are now', schema: RetentionAnswer } },
  errors: [],
})
