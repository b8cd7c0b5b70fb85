import { counted } from '@binnacle/contract/counted'
import type { installationAlarms as en } from './en-installation-alarms.ts'

const DISKS: Record<string, string> = { data: 'der Daten', database: 'der Datenbank', backups: 'der Backups' }

export const installationAlarms: typeof en = {
  noneText: 'Platten, Backups und die Prozesse des Dienstes sind in Ordnung.',
  rulesText: 'Die Kanäle auf der Kontoseite melden diese Alarme.',
  enabled: 'An',
  limitWrong: (min, max) => `Eine ganze Zahl von ${min} bis ${max} eingeben.`,
  what: {
    disk_space: (disk, free, where) =>
      `Die Platte ${DISKS[disk.split('@')[0]!] ?? disk} ist fast voll: ${free} % sind frei (${where})`,
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
  rules: {
    disk_space: (limit) => `Auf einer Platte sind weniger als ${limit} % frei`,
    backup: (limit) => `Seit ${counted(limit, 'Stunde', 'Stunden')} kein Backup, oder eines ist fehlgeschlagen`,
    process: (limit) => `Ein Prozess fehlt seit ${counted(limit, 'Minute', 'Minuten')} oder ist abgestürzt`,
    lag: (limit) => `Alarme oder Nachrichten kommen ${counted(limit, 'Minute', 'Minuten')} zu spät`,
  },
  limits: {
    disk_space: 'Freier Platz, Prozent',
    backup: 'Stunden ohne Backup',
    process: 'Minuten ohne Lebenszeichen',
    lag: 'Minuten zu spät',
  },
  explains: {
    disk_space: 'Die Platten mit den Daten, den Dateien der Datenbank und den Backups.',
    backup: 'Diese Regel tut nichts, solange automatische Backups aus sind.',
    process: 'Ein angehaltener Prozess wird nicht vermisst. Nach einem Absturz bleibt der Alarm eine Stunde offen.',
    lag: 'Alarme werden sonst in Sekunden erkannt und gemeldet.',
  },
}
