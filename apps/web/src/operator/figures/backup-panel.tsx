import type { OperatorFigures } from '@binnacle/contract'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Panel } from '../../ui/panel.tsx'
import classes from './figures.module.css'

/** Whether there is a backup of today, and if not, why. */
export function BackupPanel({ backup }: { backup: OperatorFigures['backup'] }) {
  const { backup: texts } = useTexts().operator.figures
  const format = useFormat()
  if (!backup) return <Panel title={texts.title}>{texts.off}</Panel>
  const { made_at, bytes, encrypted, failed_at, problem } = backup
  return (
    <Panel title={texts.title}>
      {failed_at && <p className={classes.bad}>{texts.failed(format.dateTime(failed_at), problem ?? '')}</p>}
      {made_at ? texts.made(format.dateTime(made_at), format.bytes(bytes ?? 0)) : !failed_at && texts.none}
      <p className={classes.note}>{encrypted ? texts.encrypted : texts.plain}</p>
    </Panel>
  )
}
