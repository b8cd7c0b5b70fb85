import type { Language, TaskSet } from '@binnacle/contract'
import { ENGINE_SETS } from './engines.ts'
import { RIG_AND_HULL_SETS } from './rig-and-hull.ts'
import { SAFETY_AND_SYSTEMS_SETS } from './safety-and-systems.ts'
import { inLanguage } from './task-set.ts'

/** Every set, in the order in which they are offered. */
export const TASK_SETS = [...ENGINE_SETS, ...RIG_AND_HULL_SETS, ...SAFETY_AND_SYSTEMS_SETS]

export const taskSetsIn = (language: Language): TaskSet[] => TASK_SETS.map((set) => inLanguage(set, language))
