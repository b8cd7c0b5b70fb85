import { counted } from '@binnacle/contract/counted'
import type { AlarmTexts } from './en.ts'

const at = (instance: string | null) => (instance ? ` (${instance})` : '')
const now = (value: string | null) => (value === null ? '' : `: ${value}`)

export const de: AlarmTexts = {
  test: 'Das ist ein Test. Hier kommen die Alarme der Boote an.',
  alarm: 'Alarm',
  warning: 'Warnung',
  open: 'Öffnen',
  acknowledge: 'Bestätigen',
  silence: 'Still schalten',
  silenceHour: 'Eine Stunde still',
  ended: 'Beendet',
  picture: (camera, time) => `Bild: ${camera}, ${time}`,
  quietHours: 'Während der Ruhezeit',
  since: (time) => `Seit ${time}`,
  fromTo: (from, to) => `${from}–${to}`,
  more: (n) => `und ${n} weitere`,
  silent: (hours) => `Seit ${counted(hours, 'Stunde', 'Stunden')} kam nichts vom Boot`,
  cameraSilent: (camera, hours) => `Seit ${counted(hours, 'Stunde', 'Stunden')} kein Bild von der Kamera „${camera}“`,
  taskDue: (task) => `Bald fällig oder überfällig: ${task}`,
  taskOverdue: (task) => `Überfällig: ${task}`,
  keyExpiring: (key, days) => `Der Zugangsschlüssel „${key}“ läuft in höchstens ${counted(days, 'Tag', 'Tagen')} ab`,
  outside: (limit, metres) =>
    `Das Boot hat seinen Kreis von ${limit} m verlassen${metres === null ? '' : `: Es ist ${metres} m von der Mitte entfernt`}`,
  hoursStuck: (instance, hours) =>
    `Betriebsstunden${at(instance)} stehen still, obwohl der Motor seit ${counted(hours, 'Stunde', 'Stunden')} läuft`,
  fault: (text, instance) => `Störung${at(instance)}: ${text}`,
  onboard: (text, instance) => `Alarm an Bord${at(instance)}: ${text}`,
  bilgeWater: (instance) => `Wasser in der Bilge${at(instance)}`,
  shorePower: 'Landstrom ausgefallen',
  above: (what, limit, value) => `${what} über ${limit}${now(value)}`,
  below: (what, limit, value) => `${what} unter ${limit}${now(value)}`,
  sumAbove: (what, value, limit) => `${what}: ${value ?? ''} in einer Stunde, mehr als ${limit}`,
  low: (what, value) => `${what} niedrig${now(value)}`,
  installation: {
    disk_space: (disk, free, where) =>
      `Die Platte ${disk.startsWith('data@') ? 'der Daten' : disk.startsWith('database@') ? 'der Datenbank' : 'der Backups'} ist fast voll: ${free} % sind frei (${where})`,
    backup: (_, __, problem, hours) =>
      problem === null
        ? `Seit ${counted(hours, 'Stunde', 'Stunden')} kein Backup`
        : `Das Backup ist fehlgeschlagen: ${problem}`,
    process: (place, crashes, text) =>
      crashes === null
        ? text === null
          ? `Ein Prozess des Dienstes fehlt: ${place}`
          : `Ein Prozess des Dienstes fehlt seit einem Tag und wird nicht länger vermisst: ${place}`
        : `Ein Prozess des Dienstes wurde nach einem Absturz neu gestartet: ${place}${crashes === '1' ? '' : ` (${crashes}-mal in einer Stunde)`}`,
    lag: (what, minutes) =>
      what === 'judge'
        ? `Alarme werden ${counted(minutes!, 'Minute', 'Minuten')} zu spät erkannt`
        : `Nachrichten gehen ${counted(minutes!, 'Minute', 'Minuten')} zu spät hinaus`,
  },
  summary: {
    hours: (hours) => `Motor: ${hours} h`,
    miles: (miles) => `Zurückgelegt: ${miles} sm`,
    done: (what) => `Erledigt: ${what}`,
    cost: (sums) => `Ausgegeben: ${sums}`,
    alarms: (alarms, warnings) => `Alarme: ${alarms}, Warnungen: ${warnings}`,
    due: (tasks) => `Fällig: ${tasks}`,
    overdue: (task) => `${task} (überfällig)`,
    nothing: 'Nichts Neues.',
  },
  email: {
    why: (account) => `Diese Nachricht kommt, weil diese Adresse ein Kanal des Kontos ist: ${account}`,
    verifyTitle: 'Binnacle: Gehört dir diese Adresse?',
    verify: (link) =>
      `Jemand möchte die Alarme eines Bootes an diese Adresse bekommen. Wenn du es warst, öffne diesen Link und melde dich bei Binnacle an:\n\n${link}\n\nWenn nicht, tu nichts: Es kommt keine weitere Nachricht.`,
  },
  metrics: {
    engine_hours: 'Betriebsstunden',
    engine_rpm: 'Drehzahl',
    engine_coolant_temp: 'Kühlwassertemperatur',
    engine_oil_pressure: 'Öldruck',
    fuel_level_pct: 'Kraftstoffstand',
    fuel_rate: 'Kraftstoffverbrauch',
    fuel_used: 'Verbrauchter Kraftstoff',
    battery_voltage: 'Batteriespannung',
    battery_soc_pct: 'Batterieladung',
    water_level_pct: 'Frischwasserstand',
    waste_level_pct: 'Abwasserstand',
    bilge_water: 'Wasser in der Bilge',
    bilge_pump_cycles: 'Starts der Bilgepumpe',
    shore_power: 'Landstrom',
    position_lat: 'Breite',
    position_lon: 'Länge',
    depth: 'Tiefe',
    speed_over_ground: 'Fahrt über Grund',
    water_temp: 'Wassertemperatur',
    fault_code: 'Störung',
  },
}
