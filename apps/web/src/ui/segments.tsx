import { useId } from 'react'
import classes from './segments.module.css'

interface SegmentsProps<T extends string> {
  'aria-label'?: string
  'aria-labelledby'?: string
  choices: readonly (readonly [value: T, text: string])[]
  /** null: none of them. */
  value?: T | null
  onChange: (value: T) => void
  fullWidth?: boolean
}

/**
 * A few choices side by side, as the browser's own radio buttons. Mantine's control measures itself while it is drawn and draws itself
 * again, which cost a slow phone 100 ms of the charts' first picture.
 */
export function Segments<T extends string>({ choices, value, onChange, fullWidth, ...label }: SegmentsProps<T>) {
  const name = useId()
  return (
    <div role="radiogroup" className={classes.segments} data-full={fullWidth || undefined} {...label}>
      {choices.map(([choice, text]) => (
        <label key={choice}>
          <input type="radio" name={name} checked={choice === value} onChange={() => onChange(choice)} />
          {text}
        </label>
      ))}
    </div>
  )
}
