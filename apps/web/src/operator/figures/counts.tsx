import type { OperatorFigures } from '@binnacle/contract'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Panel } from '../../ui/panel.tsx'
import classes from './figures.module.css'

/** Accounts, boats and onboard devices, and how many of them are alive. */
export function Counts({ figures }: { figures: OperatorFigures }) {
  const { figures: texts } = useTexts().operator
  const { accounts, vessels, vessels_seen, boxes, boxes_seen } = figures
  return (
    <Panel title={texts.counts}>
      <dl className={classes.counts}>
        <Count label={texts.accounts} count={accounts} />
        <Count label={texts.vessels} count={vessels} seen={vessels_seen} />
        <Count label={texts.connections} count={boxes} seen={boxes_seen} />
      </dl>
    </Panel>
  )
}

function Count({ label, count, seen }: { label: string; count: number; seen?: number }) {
  const { figures: texts } = useTexts().operator
  const { number } = useFormat()
  return (
    <div className={classes.count}>
      <dt>{label}</dt>
      <dd>
        <span className={classes.big}>{number(count)}</span>
        {seen !== undefined && count > 0 && (
          <>
            <span className={classes.track} aria-hidden>
              <span style={{ inlineSize: `${(100 * seen) / count}%` }} />
            </span>
            <span className={classes.small}>{texts.seen(number(seen), number(count))}</span>
          </>
        )}
      </dd>
    </div>
  )
}
