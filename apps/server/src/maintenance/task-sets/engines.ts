import { ANY, CABIN, type KeptSet, MOTOR, task } from './task-set.ts'

const MANUAL = {
  en: "Usual intervals; the engine's own manual comes first.",
  de: 'Übliche Intervalle; das Handbuch des Motors geht vor.',
}

export const ENGINE_SETS: readonly KeptSet[] = [
  {
    slug: 'diesel-inboard',
    group: 'engine',
    name: { en: 'Inboard diesel', de: 'Einbaudiesel' },
    hint: MANUAL,
    applies_to: CABIN,
    tasks: [
      task(
        'engine-oil',
        'Engine oil and filter',
        'Motoröl und Ölfilter',
        { months: 12, hours: 200 },
        {
          en: 'Before laying up rather than after: used oil is acid.',
          de: 'Besser vor dem Winterlager als danach: Altöl ist sauer.',
        },
      ),
      task('fuel-pre-filter', 'Fuel pre-filter and water separator', 'Kraftstoff-Vorfilter und Wasserabscheider', {
        months: 12,
        hours: 200,
      }),
      task('fuel-filter', 'Fuel filter on the engine', 'Kraftstofffilter am Motor', { months: 12, hours: 200 }),
      task(
        'impeller',
        'Raw-water impeller',
        'Impeller der Seewasserpumpe',
        { months: 12, hours: 200 },
        {
          en: 'Count the vanes of the old one: what is missing sits in the heat exchanger.',
          de: 'Flügel des alten zählen: Was fehlt, sitzt im Wärmetauscher.',
        },
      ),
      task('belts', 'Belts: tension and wear', 'Keilriemen: Spannung und Zustand', { months: 12, hours: 100 }),
      task('gearbox-oil', 'Gearbox oil', 'Getriebeöl', { months: 24, hours: 300 }),
      task('strainer', 'Raw-water strainer: clean', 'Seewasserfilter reinigen', { months: 3, hours: 50 }),
      task('air-filter', 'Air filter', 'Luftfilter', { months: 24, hours: 400 }),
      task('anti-siphon', 'Anti-siphon valve: clean', 'Belüftungsventil (Schwanenhals) reinigen', { months: 12 }),
      task('engine-anode', 'Engine anode', 'Motoranode', { months: 12, hours: 200 }),
      task(
        'coolant',
        'Coolant',
        'Kühlmittel',
        { months: 24 },
        {
          en: 'Long-life coolant lasts five years; the label says so.',
          de: 'Langzeit-Kühlmittel hält fünf Jahre; das steht auf dem Gebinde.',
        },
      ),
      task('heat-exchanger', 'Heat exchanger: clean', 'Wärmetauscher reinigen', { months: 48, hours: 1_000 }),
      task(
        'exhaust-elbow',
        'Exhaust elbow: look inside',
        'Auspuffkrümmer von innen prüfen',
        { months: 24, hours: 500 },
        {
          en: 'Carbon and salt close it slowly; the engine then smokes and loses power.',
          de: 'Ruß und Salz setzen ihn langsam zu; der Motor qualmt und verliert Leistung.',
        },
      ),
      task('engine-mounts', 'Engine mounts and shaft alignment', 'Motorlager und Wellenausrichtung', {
        months: 24,
        hours: 500,
      }),
      task('valve-clearance', 'Valve clearance', 'Ventilspiel', { hours: 1_000 }),
      task('injectors', 'Injectors: test', 'Einspritzdüsen prüfen', { hours: 1_500 }),
      task('diesel-winter', 'Engine: winterise', 'Motor einwintern', { months: 12 }),
    ],
  },
  {
    slug: 'shaft',
    group: 'engine',
    name: { en: 'Shaft drive', de: 'Wellenanlage' },
    hint: {
      en: 'Much of it is done ashore, at haul-out.',
      de: 'Das meiste wird an Land gemacht, beim Kranen.',
    },
    applies_to: CABIN,
    tasks: [
      task('shaft-seal', 'Shaft seal: grease or check', 'Wellendichtung fetten oder prüfen', {
        months: 12,
        hours: 200,
      }),
      task('shaft-seal-new', 'Shaft seal: renew', 'Wellendichtung erneuern', { months: 60, hours: 500 }),
      task('cutless', 'Shaft bearing: play', 'Wellenlager: Spiel prüfen', { months: 12 }),
      task('shaft-anode', 'Shaft and propeller anodes', 'Wellen- und Propelleranoden', { months: 12 }),
      task('coupling', 'Shaft coupling: bolts', 'Wellenkupplung: Schrauben prüfen', { months: 12, hours: 200 }),
    ],
  },
  {
    slug: 'saildrive',
    group: 'engine',
    name: { en: 'Saildrive', de: 'Saildrive' },
    hint: MANUAL,
    applies_to: ['sailboat', 'catamaran', 'trimaran'],
    tasks: [
      task(
        'saildrive-oil',
        'Saildrive oil',
        'Saildrive-Öl',
        { months: 12, hours: 200 },
        {
          en: 'Milky oil means that a seal lets water in.',
          de: 'Milchiges Öl heißt: Eine Dichtung lässt Wasser herein.',
        },
      ),
      task('saildrive-anodes', 'Saildrive anodes', 'Saildrive-Anoden', { months: 12 }),
      task('saildrive-seals', 'Propeller shaft seals', 'Simmerringe der Propellerwelle', { months: 24, hours: 500 }),
      task(
        'saildrive-diaphragm',
        'Saildrive diaphragm: renew',
        'Saildrive-Manschette erneuern',
        { months: 84 },
        {
          en: 'It keeps the sea out of the boat. Seven years is what most makers and insurers ask for.',
          de: 'Sie hält die See draußen. Sieben Jahre verlangen die meisten Hersteller und Versicherer.',
        },
      ),
      task('saildrive-intake', 'Cooling water intake: clean', 'Kühlwassereinlass reinigen', { months: 12 }),
      task('folding-propeller', 'Folding propeller: grease and play', 'Faltpropeller: fetten, Spiel prüfen', {
        months: 12,
      }),
    ],
  },
  {
    slug: 'outboard-four-stroke',
    group: 'engine',
    name: { en: 'Outboard, four-stroke', de: 'Außenborder, Viertakt' },
    hint: MANUAL,
    applies_to: ANY,
    tasks: [
      task('outboard-oil', 'Outboard: engine oil and filter', 'Außenborder: Motoröl und Ölfilter', {
        months: 12,
        hours: 100,
      }),
      task('outboard-gear-oil', 'Outboard: gear oil', 'Außenborder: Getriebeöl', { months: 12, hours: 100 }),
      task('outboard-plugs', 'Outboard: spark plugs', 'Außenborder: Zündkerzen', { months: 24, hours: 200 }),
      task('outboard-fuel-filter', 'Outboard: fuel filter', 'Außenborder: Kraftstofffilter', {
        months: 12,
        hours: 100,
      }),
      task('outboard-impeller', 'Outboard: impeller', 'Außenborder: Impeller', { months: 24, hours: 200 }),
      task('outboard-anodes', 'Outboard: anodes', 'Außenborder: Anoden', { months: 12, hours: 100 }),
      task(
        'outboard-grease',
        'Outboard: grease points and propeller shaft',
        'Außenborder: Schmierstellen und Propellerwelle',
        {
          months: 6,
          hours: 50,
        },
      ),
      task('outboard-thermostat', 'Outboard: thermostat', 'Außenborder: Thermostat', { months: 36, hours: 300 }),
      task('outboard-belt', 'Outboard: timing belt', 'Außenborder: Zahnriemen', { months: 60, hours: 1_000 }),
      task('outboard-winter', 'Outboard: flush and winterise', 'Außenborder spülen und einwintern', { months: 12 }),
    ],
  },
  {
    slug: 'outboard-two-stroke',
    group: 'engine',
    name: { en: 'Outboard, two-stroke', de: 'Außenborder, Zweitakt' },
    hint: MANUAL,
    applies_to: ANY,
    tasks: [
      task('two-stroke-plugs', 'Two-stroke: spark plugs', 'Zweitakter: Zündkerzen', { months: 12, hours: 100 }),
      task('two-stroke-gear-oil', 'Two-stroke: gear oil', 'Zweitakter: Getriebeöl', { months: 12, hours: 100 }),
      task('two-stroke-impeller', 'Two-stroke: impeller', 'Zweitakter: Impeller', { months: 24, hours: 200 }),
      task('two-stroke-fuel', 'Two-stroke: fuel filter and carburettor', 'Zweitakter: Kraftstofffilter und Vergaser', {
        months: 12,
        hours: 100,
      }),
      task('two-stroke-anodes', 'Two-stroke: anodes', 'Zweitakter: Anoden', { months: 12 }),
      task('two-stroke-winter', 'Two-stroke: flush and winterise', 'Zweitakter spülen und einwintern', { months: 12 }),
    ],
  },
  {
    slug: 'sterndrive',
    group: 'engine',
    name: { en: 'Petrol engine with sterndrive', de: 'Benzinmotor mit Z-Antrieb' },
    hint: MANUAL,
    applies_to: [...MOTOR, 'rib', 'other'],
    tasks: [
      task('petrol-oil', 'Petrol engine: oil and filter', 'Benzinmotor: Öl und Filter', { months: 12, hours: 100 }),
      task('petrol-plugs', 'Petrol engine: spark plugs', 'Benzinmotor: Zündkerzen', { months: 24, hours: 200 }),
      task('petrol-fuel-filter', 'Petrol engine: fuel filter', 'Benzinmotor: Kraftstofffilter', {
        months: 12,
        hours: 100,
      }),
      task(
        'blower',
        'Bilge blower: test',
        'Bilgengebläse prüfen',
        { months: 3 },
        {
          en: 'Petrol vapour sinks into the bilge. Four minutes before every start.',
          de: 'Benzindampf sinkt in die Bilge. Vier Minuten vor jedem Start.',
        },
      ),
      task('drive-oil', 'Sterndrive: gear oil', 'Z-Antrieb: Getriebeöl', { months: 12, hours: 100 }),
      task('drive-impeller', 'Sterndrive: impeller', 'Z-Antrieb: Impeller', { months: 12, hours: 100 }),
      task('bellows', 'Sterndrive: bellows, look for cracks', 'Z-Antrieb: Faltenbälge auf Risse prüfen', {
        months: 12,
      }),
      task('bellows-new', 'Sterndrive: bellows, renew', 'Z-Antrieb: Faltenbälge erneuern', { months: 48, hours: 600 }),
      task('gimbal', 'Sterndrive: gimbal bearing and joints', 'Z-Antrieb: Kardanlager und Gelenke', {
        months: 12,
        hours: 100,
      }),
      task('drive-anodes', 'Sterndrive: anodes', 'Z-Antrieb: Anoden', { months: 12 }),
      task('trim-fluid', 'Trim and steering fluid', 'Trimm- und Lenkungsöl', { months: 12 }),
    ],
  },
  {
    slug: 'fast-diesel',
    group: 'engine',
    name: { en: 'Turbo diesel of a motor boat', de: 'Turbodiesel im Motorboot' },
    hint: {
      en: 'In addition to the inboard diesel.',
      de: 'Zusätzlich zum Einbaudiesel.',
    },
    applies_to: MOTOR,
    tasks: [
      task('aftercooler', 'Aftercooler: clean and test', 'Ladeluftkühler reinigen und abdrücken', {
        months: 24,
        hours: 600,
      }),
      task('turbo', 'Turbocharger: play and hoses', 'Turbolader: Spiel und Schläuche', { months: 12, hours: 400 }),
      task('exhaust-hoses', 'Exhaust hoses and clamps', 'Abgasschläuche und Schellen', { months: 12 }),
      task('trim-tabs', 'Trim tabs: anodes and fluid', 'Trimmklappen: Anoden und Öl', { months: 12 }),
      task('propeller-balance', 'Propellers: dents and balance', 'Propeller: Dellen und Unwucht', { months: 24 }),
    ],
  },
  {
    slug: 'generator',
    group: 'engine',
    name: { en: 'Generator', de: 'Generator' },
    hint: {
      en: 'By time: the engine hours of the boat are those of its engine.',
      de: 'Nach Zeit: Die Motorstunden des Boots sind die seines Motors.',
    },
    applies_to: CABIN,
    tasks: [
      task('generator-oil', 'Generator: oil and filter', 'Generator: Öl und Filter', { months: 12 }),
      task('generator-fuel', 'Generator: fuel filter', 'Generator: Kraftstofffilter', { months: 12 }),
      task('generator-impeller', 'Generator: impeller', 'Generator: Impeller', { months: 12 }),
      task('generator-belt', 'Generator: belt', 'Generator: Keilriemen', { months: 12 }),
      task('generator-coolant', 'Generator: coolant', 'Generator: Kühlmittel', { months: 24 }),
    ],
  },
]
