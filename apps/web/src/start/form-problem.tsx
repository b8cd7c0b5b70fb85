import { IconAlertTriangle } from '@tabler/icons-react'
import { useFirstTexts } from '../texts/use-texts.ts'
import classes from './form-problem.module.css'
import { signInProblemText } from './problem-text.ts'

/** Says what went wrong with a form, beside it. Its place is there before, so that screen readers notice when it speaks. */
export function FormProblem({ error }: { error: unknown }) {
  const texts = useFirstTexts()
  return (
    <div role="alert" className={classes.place}>
      {error ? (
        <p className={classes.problem}>
          <IconAlertTriangle size={20} aria-hidden /> {signInProblemText(error, texts)}
        </p>
      ) : null}
    </div>
  )
}
