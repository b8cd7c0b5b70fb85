import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ApiProblem } from '../api/client.ts'
import { useFormat } from '../format/use-format.ts'
import { entriesOf, useWaiting } from '../outbox/entries.ts'
import { type Entry, isCompletion, isDeletion, isDiscard, isStart, localId } from '../outbox/entry.ts'
import type { FirstTexts } from '../texts/en-first.ts'
import { useFirstTexts } from '../texts/use-texts.ts'
import { LinkButton } from '../ui/link-button.tsx'
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
        {waiting.map((entry) => (
          <li key={entry.key}>
            <span className={classes.entry}>
              {entry.title} <span className={classes.quiet}>{format.dateTime(entry.at)}</span>
              {entry.refused !== undefined && (
                <span role="alert" className={classes.refused}>
                  {words.refused(refusalText(entry, entry.refused, common))}
                </span>
              )}
            </span>
            <WayBack entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const refusalText = (entry: Entry, refused: string, common: FirstTexts['common']): string =>
  (isCompletion(entry) || isDiscard(entry)) && refused === 'conflict'
    ? common.waiting.finishedElsewhere
    : problemText(new ApiProblem(422, refused), common)

/** Gives up what waits. An inspection is given up on its own page, which asks first: verdicts, notes and photos hang on it. */
function WayBack({ entry }: { entry: Entry }) {
  const words = useFirstTexts().common.waiting
  const entries = entriesOf(useQueryClient())
  const { inspectionId } = useParams({ strict: false })
  const { key, title, vesselId } = entry
  if (isStart(entry) && inspectionId === localId(entry)) return null
  if (isStart(entry))
    return (
      <LinkButton
        to="/boats/$boatId/inspections/$inspectionId"
        params={{ boatId: vesselId, inspectionId: localId(entry) }}
        variant="subtle"
        aria-label={`${words.open}: ${title}`}
      >
        {words.open}
      </LinkButton>
    )
  const [word, name] = isDeletion(entry)
    ? [words.keep, `${words.keep}: ${title}`]
    : [words.discard, words.discardOf(title)]
  return (
    <Button variant="subtle" onClick={() => entries.discard(key)} aria-label={name}>
      {word}
    </Button>
  )
}
