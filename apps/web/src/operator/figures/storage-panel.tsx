import type { OperatorFigures } from '@binnacle/contract'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Panel } from '../../ui/panel.tsx'
import classes from './figures.module.css'
import { partsOf } from './storage-parts.ts'

/** What fills the disk, as one bar with its parts. */
export function StoragePanel({ storage }: { storage: OperatorFigures['storage'] }) {
  const { figures: texts } = useTexts().operator
  const format = useFormat()
  const parts = partsOf(storage)
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0)
  return (
    <Panel title={texts.storage}>
      <div className={classes.stack} aria-hidden>
        {parts.map(
          ({ name, bytes }) => bytes > 0 && <span key={name} className={classes[name]} style={{ flexGrow: bytes }} />,
        )}
      </div>
      <ul className={classes.legend}>
        {parts.map(({ name, bytes, files }) => (
          <li key={name}>
            <span className={`${classes.swatch} ${classes[name]}`} aria-hidden />
            <span>{texts.parts[name]}</span>
            <span className={classes.small}>
              <strong>{format.bytes(bytes)}</strong>
              {files !== null && <> · {texts.files(files, format.number(files))}</>}
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.note}>
        {texts.total(format.bytes(total))}
        {storage.free_bytes !== null && <> · {texts.free(format.bytes(storage.free_bytes))}</>}
      </p>
      {storage.days_to_compact > 0 && (
        <p className={classes.note}>
          {texts.daysToCompact(storage.days_to_compact, format.number(storage.days_to_compact))}
        </p>
      )}
    </Panel>
  )
}
