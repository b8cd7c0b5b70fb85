import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../api/client.ts'
import { useFormat } from '../format/use-format.ts'
import { entriesOf, useWaiting } from '../outbox/entries.ts'
import { useFirstTexts } from '../texts/use-texts.ts'
import { problemText } from '../ui/problem.tsx'
import classes from './waiting-entries.module.css'

/** What was entered for a boat and is not with the service yet. */
export function WaitingEntries({ boatId }: { boatId: string }) {
  const { common } = useFirstTexts()
  const words = common.waiting
  const format = useFormat()
  const entries = entriesOf(useQueryClient())
  const waiting = useWaiting(boatId)
  if (waiting.length === 0) return null
  return (
    <section className={classes.box} aria-label={words.title(waiting.length)}>
      <p role="status" className={classes.head}>
        <IconCloudOff size={20} aria-hidden />
        <span>
          <strong>{words.title(waiting.length)}</strong> {words.text}
        </span>
        <Button variant="subtle" onClick={entries.send}>
          {words.sendNow}
        </Button>
      </p>
      <ul className={classes.list}>
        {waiting.map(({ key, title, at, refused }) => (
          <li key={key}>
            <span className={classes.entry}>
              {title} <span className={classes.quiet}>{format.dateTime(at)}</span>
              {refused !== undefined && (
                <span role="alert" className={classes.refused}>
                  {words.refused(problemText(new ApiProblem(422, refused), common))}
                </span>
              )}
            </span>
            <Button variant="subtle" onClick={() => entries.discard(key)} aria-label={words.discardOf(title)}>
              {words.discard}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
