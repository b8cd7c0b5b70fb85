import type { Traffic } from '@binnacle/contract'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import classes from './figures.module.css'
import type { Bar } from './spans.ts'

const COLUMNS = ['requests', 'readings', 'frames'] as const satisfies (keyof Traffic)[]

/** The charts' numbers, for whoever wants to read them. */
export function TrafficTable({ bars, label }: { bars: readonly Bar[]; label: (from: number) => string }) {
  const { figures: texts } = useTexts().operator
  const { number } = useFormat()
  return (
    <details className={classes.table}>
      <summary>{texts.table}</summary>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset holds controls, and this is a table */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={texts.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.time}</th>
              {COLUMNS.map((name) => (
                <th key={name} scope="col">
                  {texts[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map((bar) => (
              <tr key={bar.from}>
                <th scope="row">{label(bar.from)}</th>
                {COLUMNS.map((name) => (
                  <td key={name}>{number(bar[name])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
