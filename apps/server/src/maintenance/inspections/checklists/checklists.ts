import { type InspectionTemplate, LANGUAGES, type Language, VESSEL_TYPES, type VesselType } from '@binnacle/contract'
import { type Static, Type } from 'typebox'
import { dataFile } from '../../../files/data-file.ts'
import { Texts } from '../../texts.ts'
import driveSteering from './drive-steering.json' with { type: 'json' }
import electrical from './electrical.json' with { type: 'json' }
import engineDiesel from './engine-diesel.json' with { type: 'json' }
import hullDeck from './hull-deck.json' with { type: 'json' }
import outboard from './outboard.json' with { type: 'json' }
import plumbingGas from './plumbing-gas.json' with { type: 'json' }
import ribTubes from './rib-tubes.json' with { type: 'json' }
import riggingSails from './rigging-sails.json' with { type: 'json' }
import safety from './safety.json' with { type: 'json' }

/**
 * A point's id is stored with every finding. Keep the id when you reword a point, give a new point a new id, and never reuse an
 * id.
 */
const Point = Type.Object(
  { id: Type.String({ format: 'uuid' }), title: Texts, hint: Texts },
  { additionalProperties: false },
)
/** `safety`: while one of its points does not pass, the boat's health is not green. */
const Section = Type.Object(
  { name: Texts, safety: Type.Optional(Type.Literal(true)), points: Type.Array(Point) },
  { additionalProperties: false },
)
const Checklist = Type.Object(
  {
    slug: Type.String({ pattern: '^[a-z]+(?:-[a-z]+)*$' }),
    name: Texts,
    applies_to: Type.Array(Type.Enum([...VESSEL_TYPES]), { uniqueItems: true }),
    sections: Type.Array(Section),
  },
  { additionalProperties: false },
)

/** In the order of an inspection, from the engine to the papers. */
const CHECKLISTS = dataFile('checklists', Type.Array(Checklist), [
  engineDiesel,
  outboard,
  driveSteering,
  hullDeck,
  ribTubes,
  riggingSails,
  electrical,
  plumbingGas,
  safety,
])

const inLanguage = (
  { slug, name, applies_to, sections }: Static<typeof Checklist>,
  language: Language,
): Static<typeof InspectionTemplate> => ({
  slug,
  name: name[language],
  applies_to,
  items: sections.flatMap((section) =>
    section.points.map(({ id, title, hint }) => ({
      id,
      section: section.name[language],
      title: title[language],
      hint: hint[language],
    })),
  ),
})

const BY_LANGUAGE = new Map(
  LANGUAGES.map((language) => [language, CHECKLISTS.map((checklist) => inLanguage(checklist, language))]),
)

/** The checklists in a language. */
export const checklistsIn = (language: Language) => BY_LANGUAGE.get(language)!

/** The ids of the points that keep people alive. */
export const SAFETY_POINTS: readonly string[] = CHECKLISTS.flatMap(({ sections }) => sections)
  .filter(({ safety }) => safety)
  .flatMap(({ points }) => points)
  .map(({ id }) => id)

const SLUGS = new Set(CHECKLISTS.map(({ slug }) => slug))

export const areChecklists = (slugs: readonly string[]): boolean => slugs.every((slug) => SLUGS.has(slug))

/**
 * The ids of the points of the chosen checklists, or of all that suit the vessel type, in the order of an inspection. The order
 * of the slugs does not matter, and no point appears twice.
 */
export const pointsOf = (slugs: readonly string[] | undefined, type: VesselType): string[] =>
  CHECKLISTS.filter(({ slug, applies_to }) => (slugs ? slugs.includes(slug) : applies_to.includes(type)))
    .flatMap(({ sections }) => sections.flatMap(({ points }) => points))
    .map(({ id }) => id)
