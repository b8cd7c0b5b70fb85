import { useFormat } from '../format/use-format.ts'
import { instanceText } from '../telemetry/names.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Panel } from '../ui/panel.tsx'
import classes from './charts.module.css'
import type { Mark } from './marks.ts'

const MOST = 50

/** What the numbers on the charts stand for. */
export function MarkList({ marks }: { marks: readonly Mark[] }) {
  const texts = useTexts()
  const format = useFormat()
  const { charts } = texts
  const until = (to: number | null) => (to === null ? charts.lasts : format.dateTime(to))
  return (
    <Panel title={charts.marks}>
      <ol className={classes.marks}>
        {marks.slice(0, MOST).map(({ number, kind, text, instance, from, to }) => (
          <li key={number}>
            <span className={classes.number} data-kind={kind}>
              {number}
            </span>
            <span>
              <strong>
                {charts.mark[kind]}: {text}
              </strong>
              {instance && ` · ${instanceText(instance, texts)}`}
              <br />
              {format.dateTime(from)}
              {kind === 'fault' && ` – ${until(to)}`}
            </span>
          </li>
        ))}
      </ol>
      {marks.length > MOST && <p>{charts.moreMarks(marks.length - MOST)}</p>}
    </Panel>
  )
}
