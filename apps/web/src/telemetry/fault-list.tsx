import type { Series } from '@binnacle/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTexts } from '../texts/use-texts.ts'
import { Age } from '../ui/age.tsx'
import classes from './live.module.css'
import { instanceText } from './names.ts'

/** The faults that stand. */
export function FaultList({ faults }: { faults: Series[] }) {
  const texts = useTexts()
  return (
    <section className={classes.faults} aria-label={texts.common.metrics.fault_code}>
      <h2>
        <IconAlertTriangle size={22} aria-hidden /> {texts.telemetry.faults(faults.length)}
      </h2>
      <ul>
        {faults.map(({ instance, text_value, recorded_at }) => (
          <li key={instance}>
            <strong>{text_value}</strong>
            {instance && ` · ${instanceText(instance, texts)}`} · <Age at={recorded_at} />
          </li>
        ))}
      </ul>
    </section>
  )
}
