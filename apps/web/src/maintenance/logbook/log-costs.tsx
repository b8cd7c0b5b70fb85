import type { CostSum } from '@binnacle/contract'
import { NativeSelect, UnstyledButton } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { costsQuery } from '../queries.ts'
import { Bars } from './cost-bars.tsx'
import { byTask, byYear, currenciesOf, FUEL, OTHER_WORK } from './cost-sums.ts'
import classes from './log.module.css'

interface LogCostsProps {
  boatId: string
  /** The year whose tasks are shown; all of them without one. */
  year: number | undefined
  onYear: (year: number | undefined) => void
}

/** What the boat cost: by year, and by task in all years or in one. One currency at a time, since two are never added. */
export function LogCosts({ boatId, year, onYear }: LogCostsProps) {
  const { cost } = useTexts().maintenance.log
  const costs = useQuery(costsQuery(boatId))
  const [wanted, setWanted] = useState<string>()
  if (costs.error && !costs.data) return <Problem error={costs.error} retry={() => costs.refetch()} />
  if (!costs.data) return <Skeletons count={2} height={220} />
  const currencies = currenciesOf(costs.data)
  const currency = wanted ?? currencies[0]
  if (currency === undefined) return <Empty icon={IconCoins} title={cost.empty.title} text={cost.empty.text} />
  const sums = costs.data.filter((sum) => (sum.currency ?? '') === currency)
  return (
    <>
      {currencies.length > 1 && (
        <NativeSelect
          label={cost.currency}
          value={currency}
          onChange={(event) => setWanted(event.currentTarget.value)}
          data={currencies.map((value) => ({ value, label: value || cost.noCurrency }))}
          maw={240}
          mb="md"
        />
      )}
      <ByYear sums={sums} currency={currency || null} year={year} onYear={onYear} />
      <ByTask sums={sums} currency={currency || null} year={year} />
    </>
  )
}

interface SumsProps {
  sums: readonly CostSum[]
  currency: string | null
  year: number | undefined
}

function ByYear({ sums, currency, year, onYear }: SumsProps & Pick<LogCostsProps, 'onYear'>) {
  const { cost } = useTexts().maintenance.log
  const format = useFormat()
  const bars = byYear(sums)
  const cents = bars.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  return (
    <Panel title={cost.byYear}>
      <p className={classes.total}>
        {format.money(cents / 100, currency)} <small className={classes.quiet}>{cost.total}</small>
      </p>
      <Bars
        caption={cost.byYear}
        of={cost.year}
        narrow
        bars={bars}
        currency={currency}
        name={({ key }) => (
          <UnstyledButton
            className={classes.yearButton}
            aria-pressed={year === Number(key)}
            onClick={() => onYear(year === Number(key) ? undefined : Number(key))}
          >
            {key}
          </UnstyledButton>
        )}
      />
    </Panel>
  )
}

function ByTask({ sums, currency, year }: SumsProps) {
  const { log } = useTexts().maintenance
  const bars = byTask(year === undefined ? sums : sums.filter((sum) => sum.year === year))
  const titles = new Map(sums.map(({ task_id, title }) => [task_id ?? OTHER_WORK, title]))
  const nameOf = (key: string) =>
    key === FUEL ? log.cost.fuel : key === OTHER_WORK ? log.cost.other : (titles.get(key) ?? log.cost.deleted)
  const caption = year === undefined ? log.cost.byTask : log.cost.byTaskIn(String(year))
  return (
    <Panel title={caption}>
      <Bars caption={caption} of={log.task} bars={bars} currency={currency} name={({ key }) => nameOf(key)} />
    </Panel>
  )
}
