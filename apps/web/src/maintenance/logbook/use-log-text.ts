import type { LogEntry } from '@binnacle/contract'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'

/** What an entry of the log is called: a service's title, or what was read and taken on. */
export function useLogText(): (entry: Pick<LogEntry, 'service_log' | 'engine_hour_log'>) => string {
  const { log } = useTexts().maintenance
  const format = useFormat()
  return ({ service_log: done, engine_hour_log: read }) => {
    if (done) return done.title
    const meter = read?.hours != null && log.meter(format.hours(read.hours))
    const fuel = read?.litres != null && log.fuel(format.volume(read.litres))
    return [meter, fuel].filter(Boolean).join(' · ')
  }
}
