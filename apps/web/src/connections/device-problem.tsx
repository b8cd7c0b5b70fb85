import { IconAlertTriangle } from '@tabler/icons-react'
import { useTexts } from '../texts/use-texts.ts'
import classes from './device-problem.module.css'
import { deviceErrorOf } from './last-error.ts'

/** Why an onboard device or a camera was refused, in plain words, what to do, and what the service said for those who look it up. */
export function DeviceProblem({ lastError }: { lastError: string }) {
  const { errors, errorSaid } = useTexts().connections
  const { what, todo } = errors[deviceErrorOf(lastError)]
  return (
    <div className={classes.problem}>
      <IconAlertTriangle size={22} aria-hidden />
      <div>
        <p>
          <strong>{what}</strong> {todo}
        </p>
        <p className={classes.said}>{errorSaid(lastError)}</p>
      </div>
    </div>
  )
}
