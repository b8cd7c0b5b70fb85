import type { InstallationRuleKind } from '@binnacle/contract'
import { counted } from '@binnacle/contract/counted'

type AlarmText = (instance: string, value: string | null, text: string | null, limit: string) => string

/** Alarms of the installation, which the operator sees, and their rules. */
export const installationAlarms = {
  noneText: 'Disks, backups and the processes of the service are fine.',
  rulesText: 'Your channels on the account page tell you of these alarms.',
  enabled: 'On',
  limitWrong: (min: number, max: number) => `Enter a whole number from ${min} to ${max}.`,
  what: {
    disk_space: (disk, free, where) =>
      `The disk of the ${disk.split('@')[0]} is nearly full: ${free} % are free (${where})`,
    backup: (_, __, problem, hours) =>
      problem === null ? `No backup for ${counted(hours, 'hour', 'hours')}` : `The backup failed: ${problem}`,
    process: (place, crashes, text) =>
      crashes === null
        ? text === null
          ? `A process of the service is gone: ${place}`
          : `A process of the service has been gone for a day, and is no longer missed: ${place}`
        : `A process of the service was started again after a crash: ${place}${crashes === '1' ? '' : ` (${crashes} times in an hour)`}`,
    lag: (what, minutes) =>
      what === 'judge'
        ? `Alarms are judged ${counted(minutes!, 'minute', 'minutes')} late`
        : `Messages are sent ${counted(minutes!, 'minute', 'minutes')} late`,
  } as Record<InstallationRuleKind, AlarmText>,
  rules: {
    disk_space: (limit: string) => `A disk has less than ${limit} % free`,
    backup: (limit: string) => `No backup for ${counted(limit, 'hour', 'hours')}, or one failed`,
    process: (limit: string) => `A process has been gone for ${counted(limit, 'minute', 'minutes')}, or crashed`,
    lag: (limit: string) => `Alarms or messages are ${counted(limit, 'minute', 'minutes')} late`,
  } as Record<InstallationRuleKind, (limit: string) => string>,
  limits: {
    disk_space: 'Free space, percent',
    backup: 'Hours without a backup',
    process: 'Minutes without a sign of life',
    lag: 'Minutes late',
  } as Record<InstallationRuleKind, string>,
  explains: {
    disk_space: 'The disks with the data, the files of the database and the backups.',
    backup: 'This rule does nothing while automatic backups are off.',
    process: 'A process that you stop is not missed. After a crash the alarm stays open for an hour.',
    lag: 'Alarms are usually judged and sent within seconds.',
  } as Record<InstallationRuleKind, string>,
}
