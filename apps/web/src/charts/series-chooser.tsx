import { TextInput } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { seriesText } from '../telemetry/names.ts'
import { type SeriesName, seriesKey } from '../telemetry/series.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Popover } from '../ui/popover.tsx'
import classes from './charts.module.css'
import { MAX_SERIES } from './search.ts'

interface SeriesChooserProps {
  /** All that the boat has. */
  series: readonly SeriesName[]
  chosen: readonly SeriesName[]
  onChoose: (keys: string[]) => void
}

/** Which series are shown: a button with their number, and behind it the list. */
export const SeriesChooser = memo((props: SeriesChooserProps) => {
  const { charts } = useTexts()
  const button = (
    <>
      <IconChartLine size={22} aria-hidden className={classes.icon} />
      <span className={classes.word}>{charts.series}</span>
      <span className={classes.count}>{props.chosen.length}</span>
    </>
  )
  return (
    <Popover label={charts.choose(props.chosen.length)} button={button}>
      {() => <SeriesList {...props} />}
    </Popover>
  )
})

/** Found by typing a part of their name. One is always shown. */
function SeriesList({ series, chosen, onChoose }: SeriesChooserProps) {
  const texts = useTexts()
  const [part, setPart] = useState('')
  const names = new Map([...series, ...chosen].map((name) => [seriesKey(name), seriesText(name, texts)]))
  const found = [...names].filter(([, name]) => name.toLowerCase().includes(part.trim().toLowerCase()))
  const keys = chosen.map(seriesKey)
  return (
    <>
      <TextInput
        type="search"
        aria-label={texts.charts.searchSeries}
        placeholder={texts.charts.searchSeries}
        value={part}
        onChange={(event) => setPart(event.target.value)}
      />
      <ul className={classes.choices}>
        {found.map(([key, name]) => {
          const isChosen = keys.includes(key)
          return (
            <li key={key}>
              <label>
                <input
                  type="checkbox"
                  checked={isChosen}
                  disabled={isChosen ? keys.length === 1 : keys.length >= MAX_SERIES}
                  onChange={() => onChoose(isChosen ? keys.filter((one) => one !== key) : [...keys, key])}
                />
                {name}
              </label>
            </li>
          )
        })}
      </ul>
      {found.length === 0 && <p>{texts.charts.nothingFound}</p>}
    </>
  )
}
