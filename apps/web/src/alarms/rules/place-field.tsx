import { Button, Input } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../format/use-format.ts'
import { useBoatId } from '../../shell/use-boat.ts'
import { groupSeries } from '../../telemetry/groups.ts'
import { latestQuery } from '../../telemetry/queries.ts'
import { useTexts } from '../../texts/use-texts.ts'
import type { Place } from './rule-fields.ts'
import classes from './rules.module.css'

interface PlaceFieldProps {
  value?: Place | null
  onChange?: (place: Place) => void
  error?: React.ReactNode
}

/** The middle of a circle: where the boat is. */
export function PlaceField({ value = null, onChange, error }: PlaceFieldProps) {
  const { rules: texts } = useTexts().alarms
  const format = useFormat()
  const { data: series = [] } = useQuery(latestQuery(useBoatId()))
  const here = groupSeries(series).position
  return (
    <Input.Wrapper label={texts.place} labelElement="div" error={error}>
      <p className={classes.place}>
        {value ? format.position(value.lat, value.lon) : here ? null : texts.noPlace}
        <Button
          variant="default"
          leftSection={<IconMapPin size={20} aria-hidden />}
          disabled={!here}
          onClick={() => here && onChange?.({ lat: here.lat, lon: here.lon })}
        >
          {texts.setHere}
        </Button>
      </p>
    </Input.Wrapper>
  )
}
