import {
  type Admission,
  mainEngine,
  type Observation,
  seriesOf,
  table,
  unitOf,
  type Withhold,
  withheldLine,
} from '@binnacle/onboard'
import { inYaml } from '../config/in-yaml.ts'

interface Row {
  newest: Observation
  count: number
  firstAt: number
}

/** All that inputs said while they were tried, by series and source. */
export class Observed {
  readonly #rows = new Map<string, Row>()
  readonly #admit: Admission

  constructor(admit: Admission) {
    this.#admit = admit
  }

  observe(observation: Observation): void {
    this.#admit(observation)
    const key = `${seriesOf(observation)} ${observation.source}`
    const row = this.#rows.get(key)
    this.#rows.set(key, {
      newest: observation,
      count: (row?.count ?? 0) + 1,
      firstAt: row?.firstAt ?? observation.at,
    })
  }

  /** Metric, instance, value with unit, source, and how often it came; * marks the source that is used where several compete. */
  table(): string {
    const chosen = new Map(this.#admit.seriesSeen().map((series) => [seriesOf(series), series]))
    const rows = [...this.#rows.values()].sort((a, b) =>
      order(a.newest).localeCompare(order(b.newest), 'en', { numeric: true }),
    )
    const cells = rows.map(({ newest, count, firstAt }) => {
      const series = chosen.get(seriesOf(newest.metric === 'position_lon' ? { metric: 'position_lat' } : newest))
      const competing = (series?.sources.length ?? 0) > 1 && newest.metric !== 'fault_code'
      return [
        newest.metric,
        newest.instance ?? '',
        `${newest.text_value ?? newest.value} ${unitOf.get(newest.metric) ?? ''}`.trim(),
        `${newest.source}${competing && series?.chosen === newest.source ? ' *' : ''}`,
        often(count, newest.at - firstAt),
      ]
    })
    return table([['metric', 'instance', 'value', 'source', 'frequency'], ...cells])
  }

  get withhold(): Withhold {
    return this.#admit.withhold
  }

  /** What is not sent, and why. */
  withheld(): string[] {
    const lines = this.#admit.withheld().map((one) => `  ${withheldLine(one)}`)
    return lines.length > 0 ? ['', 'Withheld:', ...lines] : []
  }

  get empty(): boolean {
    return this.#rows.size === 0
  }

  /** What the owner may want to choose, each with the lines to add to the settings. */
  advice(hourMeter: string | undefined): string[] {
    return [...this.#unheardAdvice(), ...this.#sourceAdvice(), ...this.#meterAdvice(hourMeter)]
  }

  #unheardAdvice(): string[] {
    return this.#admit
      .seriesSeen()
      .filter(({ unheard }) => unheard.length > 0)
      .map((series) => {
        const name = seriesOf(series).replace(/\/$/, '')
        return `sources: ${name} lists ${series.unheard.join(', ')}, which was not heard. Names and places are in the table above and in \`status\`.`
      })
  }

  #sourceAdvice(): string[] {
    const competing = this.#admit
      .seriesSeen()
      // A longitude goes with its latitude; faults of all sources count.
      .filter(({ metric, sources }) => sources.length > 1 && metric !== 'position_lon' && metric !== 'fault_code')
    if (competing.length === 0) return []
    const lines = competing.map((series) => {
      const other = series.sources.find((source) => source !== series.chosen)
      return `    ${inYaml(seriesOf(series).replace(/\/$/, ''))}: [${inYaml(other ?? '')}]`
    })
    return [
      `Several sources report the same value; the one marked * is the best of them, and a gateway that runs keeps to the one that \`status\` names. To use another one, add it to the settings, best first:\n  sources:\n${lines.join('\n')}`,
    ]
  }

  #meterAdvice(hourMeter: string | undefined): string[] {
    const engines = [...this.#rows.values()]
      .map(({ newest }) => newest)
      .filter(({ metric }) => metric === 'engine_hours')
    const hours = new Map(engines.map(({ instance = '', value }) => [instance, value]))
    const said = [...hours].map(([instance, value]) => `${instance} (${value} h)`).join(', ')
    if (hourMeter !== undefined && !hours.has(hourMeter))
      return [
        `hourMeter is ${hourMeter}, but ${hours.size > 0 ? `only these engines report hours: ${said}` : 'no engine reports hours'}.`,
      ]
    if (hourMeter !== undefined || hours.size === 0) return []
    const main = mainEngine([...hours.keys()].map((instance) => ({ instance })))?.instance
    if (main !== undefined && hours.size === 1) return []
    const now =
      main === undefined
        ? 'None of them is known to be the main engine: unless one moved it before, none does'
        : `Now it is that of ${main || 'the engine without a name'}`
    return [
      `Engines that report hours: ${said}. The vessel has one hour meter. ${now}. To choose its engine, add to the settings:\n` +
        `  hourMeter: ${inYaml([...hours.keys()].find((instance) => instance !== main) ?? '')}`,
    ]
  }
}

/** No device of a boat says a value more often; a replay over the network does, and has no times of its own. */
const FASTEST_S = 0.01

const order = (observation: Observation): string => `${seriesOf(observation)} ${observation.source}`

function often(count: number, ms: number): string {
  if (count < 2 || ms <= 0) return `${count} ×`
  const every = ms / 1000 / (count - 1)
  if (every < FASTEST_S) return `${count} ×`
  return every >= 0.95 ? `every ${every.toFixed(every < 9.5 ? 1 : 0)} s` : `${(1 / every).toFixed(0)} a second`
}
