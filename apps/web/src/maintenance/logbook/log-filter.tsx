import { Button, Checkbox, Collapse, NativeSelect, TextInput } from '@mantine/core'
import { IconDownload, IconFilter, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { addressOf } from '../../api/client.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { costsQuery, filterOf, tasksQuery } from '../queries.ts'
import classes from './log.module.css'
import type { LogSearch } from './log-search.ts'

interface LogFilterProps {
  boatId: string
  search: LogSearch
  onChange: (search: LogSearch) => void
}

const TYPING_MS = 300

/** Finds entries: by text, kind, task, who did it, year and cost; and takes them along as a table. */
export function LogFilter({ boatId, search, onChange }: LogFilterProps) {
  const { log } = useTexts().maintenance
  const { view: _view, search: _text, ...chosen } = search
  const count = Object.keys(chosen).length
  const [open, setOpen] = useState(count > 0)
  const id = useId()
  return (
    <>
      <div className={classes.bar}>
        <SearchField value={search.search ?? ''} onChange={(text) => onChange({ ...search, search: text })} />
        <Button
          variant="default"
          leftSection={<IconFilter size={20} aria-hidden />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {log.filterCount(count)}
        </Button>
        <Button
          component="a"
          variant="subtle"
          leftSection={<IconDownload size={20} aria-hidden />}
          href={addressOf('/app/vessels/{id}/log.csv', { id: boatId }, filterOf(search))}
          download
        >
          {log.csv}
        </Button>
      </div>
      <Collapse expanded={open} id={id}>
        <Choices boatId={boatId} search={search} onChange={onChange} />
      </Collapse>
    </>
  )
}

/** Asks when typing pauses. */
function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { log } = useTexts().maintenance
  const [text, setText] = useState(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the pause
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  // What is shown all again empties the field.
  useEffect(() => setText(value), [value])
  return (
    <TextInput
      type="search"
      className={classes.search}
      aria-label={log.search}
      placeholder={log.search}
      leftSection={<IconSearch size={20} aria-hidden />}
      value={text}
      maxLength={100}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  )
}

function Choices({ boatId, search, onChange }: LogFilterProps) {
  const { log, service } = useTexts().maintenance
  const { data: tasks = [] } = useQuery(tasksQuery(boatId))
  const years = useYears(boatId)
  const set = (name: keyof LogSearch) => (event: React.ChangeEvent<HTMLSelectElement>) =>
    onChange({ ...search, [name]: event.currentTarget.value })
  const all = (label: string) => ({ value: '', label })
  return (
    <div className={classes.filter}>
      <NativeSelect
        label={log.kind}
        value={search.kind ?? ''}
        onChange={set('kind')}
        data={[
          all(log.kinds.all),
          ...(['service', 'hours'] as const).map((value) => ({ value, label: log.kinds[value] })),
        ]}
      />
      <NativeSelect
        label={log.task}
        value={search.task ?? ''}
        onChange={set('task')}
        data={[all(log.allTasks), ...tasks.map(({ id, title }) => ({ value: id, label: title }))]}
      />
      <NativeSelect
        label={log.year}
        value={String(search.year ?? '')}
        onChange={set('year')}
        data={[all(log.allYears), ...years.map(String)]}
      />
      <NativeSelect
        label={log.route}
        value={search.route ?? ''}
        onChange={set('route')}
        data={[
          all(log.allRoutes),
          ...(['diy', 'supplier'] as const).map((value) => ({ value, label: service[value] })),
        ]}
      />
      <Checkbox
        label={log.withCost}
        checked={search.with_cost === 'true'}
        onChange={(event) => onChange({ ...search, with_cost: event.currentTarget.checked ? 'true' : undefined })}
        pb={10}
      />
      <Button variant="subtle" onClick={() => onChange({ view: search.view })}>
        {log.clear}
      </Button>
    </div>
  )
}

/** The years that can be chosen: those with costs, the last five, and the one that is chosen. */
function useYears(boatId: string): number[] {
  const { data: sums = [] } = useQuery(costsQuery(boatId))
  const now = new Date().getFullYear()
  const years = new Set([...[0, 1, 2, 3, 4].map((ago) => now - ago), ...sums.map(({ year }) => year)])
  return [...years].sort((a, b) => b - a)
}
