import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core'
import {
  IconCalendar,
  IconChevronLeft,
  IconChevronRight,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/use-texts.ts'
import { Popover } from '../../ui/popover.tsx'
import classes from '../charts.module.css'
import { fromField, toField } from './local-time.ts'
import { PresetControl } from './preset-control.tsx'
import type { ChartWindow } from './use-chart-window.ts'
import { ZOOM_STEP } from './use-gestures.ts'
import { clamp, pan, type Window, zoom } from './window.ts'

interface RangeBarProps {
  window: ChartWindow
  loading: boolean
  /** Of what is shown: stands beside them. */
  children: ReactNode
}

/** What time is shown: the usual ranges, one's own, and buttons for what fingers and keys do. */
export function RangeBar({ window, loading, children }: RangeBarProps) {
  const { charts } = useTexts()
  const { shown, preset, move, choose } = window
  const buttons = [
    { text: charts.earlier, icon: IconChevronLeft, act: () => move((window) => pan(window, -0.5)) },
    { text: charts.later, icon: IconChevronRight, act: () => move((window) => pan(window, 0.5)) },
    { text: charts.zoomIn, icon: IconZoomIn, act: () => move((window) => zoom(window, ZOOM_STEP)) },
    { text: charts.zoomOut, icon: IconZoomOut, act: () => move((window) => zoom(window, 1 / ZOOM_STEP)) },
    { text: charts.reset, icon: IconZoomReset, act: () => choose('day') },
  ]
  return (
    <div className={classes.bar}>
      <PresetControl preset={preset} choose={choose} />
      <Group gap={0}>
        {children}
        <Custom window={shown} onShow={(chosen) => move(() => chosen)} />
        {buttons.map(({ text, icon: Icon, act }) => (
          <ActionIcon key={text} aria-label={text} title={text} onClick={act}>
            <Icon size={22} aria-hidden />
          </ActionIcon>
        ))}
      </Group>
      <span role="status" className={classes.status}>
        {loading && charts.loading}
      </span>
    </div>
  )
}

/** A range by its two ends. */
function Custom({ window, onShow }: { window: Window; onShow: (window: Window) => void }) {
  const { charts } = useTexts()
  return (
    <Popover label={charts.custom} button={<IconCalendar size={22} aria-hidden />}>
      {(close) => (
        <CustomForm
          window={window}
          onShow={(chosen) => {
            close()
            onShow(chosen)
          }}
        />
      )}
    </Popover>
  )
}

/** Begins with what was shown when it was opened, and keeps what is typed though the charts move on. */
function CustomForm({ window, onShow }: { window: Window; onShow: (window: Window) => void }) {
  const { charts } = useTexts()
  const [from, setFrom] = useState(toField(window.from))
  const [to, setTo] = useState(toField(window.to))
  const chosen = { from: fromField(from), to: fromField(to) }
  const wrong = !(chosen.to > chosen.from)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!wrong) onShow(clamp(chosen))
      }}
    >
      <Stack gap="sm">
        <TextInput type="datetime-local" label={charts.from} value={from} onChange={(e) => setFrom(e.target.value)} />
        <TextInput
          type="datetime-local"
          label={charts.to}
          value={to}
          onChange={(e) => setTo(e.target.value)}
          error={wrong && charts.wrongWay}
        />
        <Button type="submit">{charts.show}</Button>
      </Stack>
    </form>
  )
}
