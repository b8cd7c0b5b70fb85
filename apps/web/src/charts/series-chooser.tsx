import { MultiSelect } from '@mantine/core'
import { memo } from 'react'
import { seriesText } from '../telemetry/names.ts'
import { type SeriesName, seriesKey } from '../telemetry/series.ts'
import { useTexts } from '../texts/use-texts.ts'
import classes from './charts.module.css'
import { MAX_SERIES } from './search.ts'

interface SeriesChooserProps {
  /** All that the boat has. */
  series: readonly SeriesName[]
  chosen: readonly SeriesName[]
  onChoose: (keys: string[]) => void
}

/** Which series are shown: found by typing a part of their name. */
export const SeriesChooser = memo(({ series, chosen, onChoose }: SeriesChooserProps) => {
  const texts = useTexts()
  const names = new Map([...series, ...chosen].map((name) => [seriesKey(name), seriesText(name, texts)]))
  return (
    <MultiSelect
      size="md"
      label={texts.charts.series}
      placeholder={texts.charts.searchSeries}
      nothingFoundMessage={texts.charts.nothingFound}
      data={[...names].map(([value, label]) => ({ value, label }))}
      value={chosen.map(seriesKey)}
      onChange={onChoose}
      maxValues={MAX_SERIES}
      searchable
      comboboxProps={{ withinPortal: false }}
      classNames={{ pillsList: classes.chosen }}
      hidePickedOptions
    />
  )
})
