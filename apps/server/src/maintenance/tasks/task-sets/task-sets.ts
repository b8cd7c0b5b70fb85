import { daysOfMonths, LANGUAGES, type Language, TASK_SET_GROUPS, type TaskSet, VESSEL_TYPES } from '@binnacle/contract'
import { type Static, Type } from 'typebox'
import { dataFile } from '../../../files/data-file.ts'
import { Texts } from '../../texts.ts'
import dieselInboard from './diesel-inboard.json' with { type: 'json' }
import electrics from './electrics.json' with { type: 'json' }
import fastDiesel from './fast-diesel.json' with { type: 'json' }
import freshWater from './fresh-water.json' with { type: 'json' }
import gas from './gas.json' with { type: 'json' }
import generator from './generator.json' with { type: 'json' }
import hull from './hull.json' with { type: 'json' }
import keelboat from './keelboat.json' with { type: 'json' }
import layUp from './lay-up.json' with { type: 'json' }
import multihull from './multihull.json' with { type: 'json' }
import outboardFourStroke from './outboard-four-stroke.json' with { type: 'json' }
import outboardTwoStroke from './outboard-two-stroke.json' with { type: 'json' }
import rib from './rib.json' with { type: 'json' }
import safety from './safety.json' with { type: 'json' }
import sailRig from './sail-rig.json' with { type: 'json' }
import saildrive from './saildrive.json' with { type: 'json' }
import shaft from './shaft.json' with { type: 'json' }
import sterndrive from './sterndrive.json' with { type: 'json' }

const Slug = Type.String({ pattern: '^[a-z]+(?:-[a-z]+)*$' })

/** Due after a number of months, of engine hours, or both. */
const Task = Type.Object(
  {
    slug: Slug,
    title: Texts,
    /** Only where the set's group is not safety. */
    safety: Type.Optional(Type.Literal(true)),
    months: Type.Optional(Type.Integer({ minimum: 1, maximum: 180 })),
    hours: Type.Optional(Type.Integer({ minimum: 50, maximum: 2_000 })),
    hint: Type.Optional(Texts),
  },
  { additionalProperties: false },
)
const Entry = Type.Object(
  {
    slug: Slug,
    group: Type.Enum([...TASK_SET_GROUPS]),
    name: Texts,
    hint: Texts,
    applies_to: Type.Array(Type.Enum([...VESSEL_TYPES]), { uniqueItems: true }),
    tasks: Type.Array(Task),
  },
  { additionalProperties: false },
)

/** In the order in which the app lists them. */
const TASK_SETS = dataFile('task sets', Type.Array(Entry), [
  dieselInboard,
  shaft,
  saildrive,
  outboardFourStroke,
  outboardTwoStroke,
  sterndrive,
  fastDiesel,
  generator,
  sailRig,
  hull,
  keelboat,
  multihull,
  rib,
  layUp,
  safety,
  electrics,
  freshWater,
  gas,
])

const inLanguage = (set: Static<typeof Entry>, language: Language): TaskSet => ({
  slug: set.slug,
  group: set.group,
  name: set.name[language],
  hint: set.hint[language],
  applies_to: set.applies_to,
  tasks: set.tasks.map(({ slug, title, hint, months, hours, safety = false }) => ({
    slug,
    title: title[language],
    hint: hint?.[language] ?? null,
    interval_days: months === undefined ? null : daysOfMonths(months),
    interval_hours: hours ?? null,
    safety: safety || set.group === 'safety',
  })),
})

const BY_LANGUAGE = new Map(LANGUAGES.map((language) => [language, TASK_SETS.map((set) => inLanguage(set, language))]))

/** The task sets in a language. */
export const taskSetsIn = (language: Language): TaskSet[] => BY_LANGUAGE.get(language)!
