import { Button, Input } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import type { CircleMapProps } from '../../map/circle-map.tsx'
import { useBoatId } from '../../shell/use-boat.ts'
import { groupSeries } from '../../telemetry/groups.ts'
import { latestQuery } from '../../telemetry/queries.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Skeletons } from '../../ui/skeletons.tsx'
import type { Place } from './rule-fields.ts'
import classes from './rules.module.css'

/** The map is much to load, and the circle can be set without it. */
const CircleMap = lazy(() => import('../../map/circle-map.tsx').catch(() => ({ default: NoMap })))
function NoMap(_: CircleMapProps): React.ReactNode {
  return null
}

const MAP_PX = 288
/** What a circle that is drawn first has, metres. */
const FIRST_METRES = 50

interface CircleFieldProps {
  value?: Place | null
  onChange?: (place: Place) => void
  error?: React.ReactNode
  /** The radius; null: none was entered. */
  metres: number | null
  onRadius: (metres: number) => void
}

/** A circle on the map, whose middle may be where the boat is. The radius has a field of its own, too. */
export function CircleField({ value = null, onChange, error, metres, onRadius }: CircleFieldProps) {
  const { rules: texts } = useTexts().alarms
  const format = useFormat()
  const { data: series } = useQuery(latestQuery(useBoatId()))
  const here = series ? groupSeries(series).position : null
  // The view goes to a circle that may be out of it.
  const [fits, setFits] = useState(0)
  const place = (middle: Place) => {
    onChange?.(middle)
    if (metres === null) onRadius(FIRST_METRES)
  }
  return (
    <Input.Wrapper label={texts.place} labelElement="div" description={texts.placeHint} error={error}>
      <Suspense fallback={<Skeletons count={1} height={MAP_PX} />}>
        {series && (
          <CircleMap
            circle={value && { ...value, metres: metres ?? FIRST_METRES }}
            here={here}
            fitKey={String(fits)}
            onMove={(middle) => {
              if (!value) setFits(fits + 1)
              place(middle)
            }}
            onRadius={onRadius}
          />
        )}
      </Suspense>
      <p className={classes.place}>
        {value ? format.position(value.lat, value.lon) : here ? null : texts.noPlace}
        <Button
          variant="default"
          leftSection={<IconMapPin size={20} aria-hidden />}
          disabled={!here}
          onClick={() => {
            if (!here) return
            setFits(fits + 1)
            place({ lat: here.lat, lon: here.lon })
          }}
        >
          {texts.setHere}
        </Button>
      </p>
    </Input.Wrapper>
  )
}
