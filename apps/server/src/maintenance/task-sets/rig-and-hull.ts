import { ANY, CABIN, type KeptSet, SAIL, task } from './task-set.ts'

export const RIG_AND_HULL_SETS: readonly KeptSet[] = [
  {
    slug: 'sail-rig',
    group: 'rig',
    name: { en: 'Rig and sails', de: 'Rigg und Segel' },
    hint: {
      en: 'For wire rigging; rod and fibre have intervals of their own.',
      de: 'Für Drahtrigg; Rod und Faser haben eigene Intervalle.',
    },
    applies_to: SAIL,
    tasks: [
      task(
        'rig-check',
        'Standing rigging: look at every end',
        'Stehendes Gut: alle Endbeschläge prüfen',
        { months: 12 },
        {
          en: 'Broken strands, cracks in swages, pins and rings, from deck to top.',
          de: 'Gebrochene Litzen, Risse in Terminals, Bolzen und Ringe, vom Deck bis zum Topp.',
        },
      ),
      task('rig-survey', 'Standing rigging: check by a rigger', 'Stehendes Gut: Prüfung durch Rigger', { months: 60 }),
      task(
        'rig-renew',
        'Standing rigging: renew',
        'Stehendes Gut erneuern',
        { months: 144 },
        {
          en: 'Ten to fifteen years, by miles and climate; insurers ask.',
          de: 'Zehn bis fünfzehn Jahre, je nach Meilen und Klima; Versicherer fragen danach.',
        },
      ),
      task('chainplates', 'Chainplates: leaks and cracks', 'Püttinge: Lecks und Risse', { months: 12 }),
      task('running-rigging', 'Halyards and sheets: chafe', 'Fallen und Schoten: Schamfilen', { months: 12 }),
      task('furler', 'Furler: rinse and turn', 'Rollanlage spülen und prüfen', { months: 12 }),
      task('winches', 'Winches: clean and grease', 'Winschen reinigen und fetten', { months: 12 }),
      task('blocks', 'Blocks, cars and tracks: rinse', 'Blöcke, Schlitten und Schienen spülen', { months: 6 }),
      task('mast-top', 'Mast top: lights, aerial, sheaves', 'Masttopp: Lichter, Antenne, Scheiben', { months: 12 }),
      task('sails', 'Sails: seams and UV strip', 'Segel: Nähte und UV-Schutz', { months: 12 }),
    ],
  },
  {
    slug: 'hull',
    group: 'hull',
    name: { en: 'Hull and deck', de: 'Rumpf und Deck' },
    hint: { en: 'What a haul-out is for, and the deck.', de: 'Wofür gekrant wird, und das Deck.' },
    applies_to: ANY,
    tasks: [
      task('antifouling', 'Antifouling', 'Antifouling', { months: 12 }),
      task('hull-anodes', 'Hull anodes', 'Rumpfanoden', { months: 12 }),
      task('seacocks', 'Seacocks: turn and grease', 'Seeventile drehen und fetten', { months: 6 }),
      task('hoses', 'Hoses and clamps below the waterline', 'Schläuche und Schellen unter der Wasserlinie', {
        months: 12,
      }),
      task('steering', 'Steering: cables, play, fluid', 'Ruderanlage: Seile, Spiel, Öl', { months: 12 }),
      task('rudder', 'Rudder: bearings and play', 'Ruder: Lager und Spiel', { months: 12 }),
      task('polish', 'Topsides: wash and wax', 'Rumpf polieren und wachsen', { months: 12 }),
      task('deck-fittings', 'Deck fittings and hatches: leaks', 'Beschläge und Luken auf Dichtigkeit prüfen', {
        months: 12,
      }),
      task('windlass', 'Windlass: clean and grease', 'Ankerwinde reinigen und fetten', { months: 12 }),
      task('ground-tackle', 'Anchor chain and shackles', 'Ankerkette und Schäkel', { months: 12 }),
      task('bow-thruster', 'Bow thruster: anode and oil', 'Bugstrahlruder: Anode und Öl', { months: 24 }),
      task('moisture', 'Hull: moisture and blisters', 'Rumpf: Feuchte und Osmose', { months: 60 }),
    ],
  },
  {
    slug: 'keelboat',
    group: 'hull',
    name: { en: 'Keel', de: 'Kiel' },
    hint: { en: 'For bolted keels.', de: 'Für gebolzte Kiele.' },
    applies_to: ['sailboat'],
    tasks: [
      task('keel-joint', 'Keel joint: cracks and rust', 'Kielnaht: Risse und Rost', { months: 12 }),
      task('keel-bolts', 'Keel bolts: torque', 'Kielbolzen: Drehmoment', { months: 36 }),
    ],
  },
  {
    slug: 'multihull',
    group: 'hull',
    name: { en: 'Catamaran and trimaran', de: 'Katamaran und Trimaran' },
    hint: { en: 'In addition to hull and deck.', de: 'Zusätzlich zu Rumpf und Deck.' },
    applies_to: ['catamaran', 'trimaran'],
    tasks: [
      task('trampoline', 'Trampolines: lacing and UV', 'Trampoline: Schnürung und UV-Schäden', { months: 6 }),
      task('trampoline-new', 'Trampolines: renew', 'Trampoline erneuern', { months: 72 }),
      task('crossbeam', 'Crossbeam, bridle and dolphin striker', 'Querträger, Hahnepot und Delfinstag', { months: 12 }),
      task('bulkheads', 'Bulkheads and bridge deck: cracks', 'Schotten und Brückendeck: Risse', { months: 12 }),
      task('rudder-link', 'Rudders: link and toe', 'Ruder: Verbindung und Spur', { months: 12 }),
      task('escape-hatches', 'Escape hatches: seals', 'Fluchtluken: Dichtungen', { months: 12 }),
      task('second-engine-oil', 'Second engine: oil and filter', 'Zweiter Motor: Öl und Filter', {
        months: 12,
        hours: 200,
      }),
      task('second-impeller', 'Second engine: impeller', 'Zweiter Motor: Impeller', { months: 12, hours: 200 }),
      task('second-fuel-filter', 'Second engine: fuel filters', 'Zweiter Motor: Kraftstofffilter', {
        months: 12,
        hours: 200,
      }),
    ],
  },
  {
    slug: 'rib',
    group: 'hull',
    name: { en: 'RIB and trailer', de: 'RIB und Trailer' },
    hint: { en: 'For boats that live on a trailer or on davits.', de: 'Für Boote auf dem Trailer oder an Davits.' },
    applies_to: ['rib', 'fishing', 'other'],
    tasks: [
      task('tubes', 'Tubes: pressure, valves, seams', 'Schläuche: Druck, Ventile, Nähte', { months: 6 }),
      task('lifting', 'Lifting points and strops', 'Hebepunkte und Stropps', { months: 12 }),
      task('trailer-bearings', 'Trailer: wheel bearings', 'Trailer: Radlager', { months: 12 }),
      task('trailer-brakes', 'Trailer: brakes, lights, tyres', 'Trailer: Bremsen, Licht, Reifen', { months: 12 }),
    ],
  },
  {
    slug: 'lay-up',
    group: 'hull',
    name: { en: 'Laying up and fitting out', de: 'Winterlager und Frühjahr' },
    hint: { en: 'Once a year each.', de: 'Jedes einmal im Jahr.' },
    applies_to: CABIN,
    tasks: [
      task('drain-water', 'Fresh water: drain for winter', 'Frischwasser für den Winter ablassen', { months: 12 }),
      task('fuel-full', 'Diesel tank: fill up, biocide', 'Dieseltank füllen, Biozid', { months: 12 }),
      task('insurance', 'Insurance, papers, radio licence', 'Versicherung, Papiere, Funkzeugnis', { months: 12 }),
    ],
  },
]
