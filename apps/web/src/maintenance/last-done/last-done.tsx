import type { DueForecast } from '@binnacle/contract'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dayOf } from '../../forms/day.ts'
import { isWhole } from '../../forms/decimal.ts'
import { forgetDraft } from '../../forms/draft.ts'
import { DraftNote } from '../../forms/draft-note.tsx'
import { WholeField } from '../../forms/fields.tsx'
import { stampOf } from '../../forms/stamp.ts'
import { useAskFirst } from '../../forms/use-ask-first.tsx'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { entriesOf, useWaiting } from '../../outbox/entries.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { useHoursDoubt } from '../hours/use-hours-doubt.ts'
import { dueQuery, useLogChanged } from '../queries.ts'
import classes from './last-done.module.css'
import {
  emptyFields,
  type LastDoneFields,
  neverLogged,
  notAnswered,
  servicesOf,
  titlesOf,
  withDay,
} from './last-done-fields.ts'

interface LastDoneProps {
  boatId: string
  /** Called with what is to be said. */
  onSaved: (text: string) => void
}

/** One question for all tasks that were never logged: when was this last done? */
export function LastDone({ boatId, onSaved }: LastDoneProps) {
  const feed = useQuery(dueQuery(boatId))
  const waiting = useWaiting(boatId)
  if (!feed.data)
    return feed.error ? (
      <Problem error={feed.error} retry={() => feed.refetch()} />
    ) : (
      <Skeletons count={6} height={72} />
    )
  const items = notAnswered(neverLogged(feed.data.items), waiting)
  if (items.length === 0) return null
  // Another form for other tasks: what was answered is no longer asked.
  return <Questions key={items.map(({ task_id }) => task_id).join()} boatId={boatId} items={items} onSaved={onSaved} />
}

function Questions({ boatId, items, onSaved }: LastDoneProps & { items: readonly DueForecast[] }) {
  const { boats, common, maintenance } = useTexts()
  const entries = entriesOf(useQueryClient())
  const { lastDone: words } = boats.guide
  const changed = useLogChanged(boatId)
  const [forAll, setForAll] = useState('')
  const today = dayOf(new Date())
  const draftName = `last-done ${boatId}`
  const save = useMutation({
    mutationFn: (fields: LastDoneFields) => {
      const { key, at } = stampOf(fields)
      const services = servicesOf(items, fields, at)
      return entries.post({
        route: 'POST /app/vessels/{id}/services',
        vesselId: boatId,
        body: { services },
        ...{ key, title: titlesOf(services), at: at.getTime() },
      })
    },
    onSuccess: async (answer, fields) => {
      forgetDraft(draftName)
      const kept = () => common.waiting.kept(titlesOf(servicesOf(items, fields, stampOf(fields).at)))
      onSaved(answer ? words.saved(answer.service_logs.length) : kept())
      await changed()
    },
  })
  const { form, submit, problem, draft } = useCheckedForm<LastDoneFields>({
    initial: emptyFields(items),
    draft: draftName,
    check: (fields) =>
      Object.fromEntries(
        Object.entries(fields).flatMap(([id, { day, hours }]) => [
          [`${id}.day`, day > today ? words.future : day === '' && hours !== '' && words.onlyHours],
          [`${id}.hours`, !isWhole(hours) && maintenance.form.whole],
        ]),
      ),
    error: save.error,
  })
  const hoursDoubt = useHoursDoubt()
  const { ask, view } = useAskFirst<LastDoneFields>(async (fields) => {
    const withHours = servicesOf(items, fields, new Date()).filter(({ engine_hours }) => engine_hours !== undefined)
    const doubts = withHours.map(({ engine_hours, done_at }) => hoursDoubt(engine_hours!, Date.parse(done_at)))
    // Two tasks at the same hours are one doubt.
    return [...new Set(await Promise.all(doubts))]
  }, save.mutate)
  const isKnown = ({ day, hours }: LastDoneFields[string]) => day !== '' || hours !== ''
  const known = items.filter(({ task_id }) => isKnown(form.values[task_id]!)).length
  return (
    <>
      <form noValidate onSubmit={submit((fields) => void ask(fields))}>
        <p>{words.text}</p>
        <DraftNote draft={draft} />
        <div className={classes.all}>
          <TextInput
            type="date"
            label={words.all}
            max={today}
            value={forAll}
            onChange={(event) => setForAll(event.currentTarget.value)}
          />
          <Button variant="default" disabled={!forAll} onClick={() => form.setValues(withDay(form.values, forAll))}>
            {words.fill}
          </Button>
        </div>
        {items.map((item) => (
          <fieldset key={item.task_id} className={classes.task}>
            <legend>{item.title}</legend>
            <TextInput type="date" label={words.day} max={today} {...form.getInputProps(`${item.task_id}.day`)} />
            {item.interval_hours !== null && (
              <WholeField cut label={words.hours} unit="h" {...form.getInputProps(`${item.task_id}.hours`)} />
            )}
          </fieldset>
        ))}
        {problem ? <Problem error={problem} /> : null}
        <Button type="submit" mt="md" disabled={known === 0} loading={save.isPending}>
          {words.save}
        </Button>
      </form>
      {view}
    </>
  )
}
