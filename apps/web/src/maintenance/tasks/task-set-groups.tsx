import type { TaskSet } from '@binnacle/contract'
import { Checkbox, Collapse, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTexts } from '../../texts/use-texts.ts'
import { withAll, withOne } from './selection.ts'
import classes from './task-sets.module.css'
import { useIntervalText } from './use-interval-text.ts'

interface Choice {
  /** Tasks that the boat has already, by slug. */
  there: ReadonlySet<string>
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

/** Sets under the names of their groups, or all of them under one title. */
export function TaskSetGroups({ sets, title, ...choice }: Choice & { sets: readonly TaskSet[]; title?: string }) {
  const { groups } = useTexts().maintenance.sets
  const byGroup = title ? new Map([[title, sets]]) : Map.groupBy(sets, ({ group }) => groups[group])
  return [...byGroup].map(([name, some]) => (
    <section key={name}>
      <h3 className={classes.group}>{name}</h3>
      {some.map((set) => (
        <SetChoice key={set.slug} set={set} {...choice} />
      ))}
    </section>
  ))
}

function SetChoice({ set, there, chosen, onChoose }: Choice & { set: TaskSet }) {
  const { sets } = useTexts().maintenance
  const [open, setOpen] = useState(false)
  const id = useId()
  const free = set.tasks.filter(({ slug }) => !there.has(slug))
  const count = free.filter(({ slug }) => chosen.has(slug)).length
  const Chevron = open ? IconChevronUp : IconChevronDown
  return (
    <div className={classes.set}>
      <div className={classes.head}>
        <Checkbox
          aria-label={sets.all(set.name)}
          checked={free.length === 0 || count === free.length}
          indeterminate={count > 0 && count < free.length}
          disabled={free.length === 0}
          onChange={() => onChoose(withAll(chosen, set, there))}
        />
        <UnstyledButton className={classes.open} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <span className={classes.name}>{set.name}</span>
          <span className={classes.count}>
            {free.length === 0 ? sets.there : sets.chosenOf(count, free.length)}
            <Chevron size={20} aria-hidden />
          </span>
        </UnstyledButton>
      </div>
      <Collapse expanded={open} id={id}>
        <TaskChoices set={set} there={there} chosen={chosen} onChoose={onChoose} />
      </Collapse>
    </div>
  )
}

function TaskChoices({ set, there, chosen, onChoose }: Choice & { set: TaskSet }) {
  const { sets } = useTexts().maintenance
  const intervalText = useIntervalText()
  return (
    <ul className={classes.tasks}>
      <li>
        <p>{set.hint}</p>
      </li>
      {set.tasks.map((task) => {
        const has = there.has(task.slug)
        const about = [has ? sets.there : intervalText(task), task.hint].filter(Boolean).join(' · ')
        return (
          <li key={task.slug} className={classes.task}>
            <Checkbox
              label={task.title}
              description={about}
              checked={has || chosen.has(task.slug)}
              disabled={has}
              onChange={() => onChoose(withOne(chosen, task.slug))}
            />
          </li>
        )
      })}
    </ul>
  )
}
