import type { Language } from '@binnacle/contract'

interface Words {
  name: string
  nameOf: (boat: string) => string
  overdue: string
  atHours: (hours: number) => string
}

export const CALENDAR_WORDS: Record<Language, Words> = {
  en: {
    name: 'Boats: what is due',
    nameOf: (boat) => `${boat}: what is due`,
    overdue: 'overdue',
    atHours: (hours) => `Due at ${hours} engine hours`,
  },
  de: {
    name: 'Boote: was fällig ist',
    nameOf: (boat) => `${boat}: was fällig ist`,
    overdue: 'überfällig',
    atHours: (hours) => `Fällig bei ${hours} Betriebsstunden`,
  },
}
