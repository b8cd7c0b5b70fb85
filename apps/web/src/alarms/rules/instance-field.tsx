import type { Metric } from '@binnacle/contract/metrics'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useBoatId } from '../../shell/use-boat.ts'
import { instanceText } from '../../telemetry/names.ts'
import { latestQuery } from '../../telemetry/queries.ts'
import { useTexts } from '../../texts/use-texts.ts'

/** Only one engine, tank or battery. Nothing where the boat sends fewer than two of them. */
export function InstanceField({ metric, ...input }: { metric: Metric }) {
  const texts = useTexts()
  const { rules } = texts.alarms
  const { data: series = [] } = useQuery(latestQuery(useBoatId()))
  const instances = series.filter((one) => one.metric === metric).flatMap(({ instance }) => instance ?? [])
  if (instances.length < 2) return null
  return (
    <NativeSelect
      label={rules.instance}
      {...input}
      data={[
        { value: '', label: rules.eachInstance },
        ...instances.map((value) => ({ value, label: instanceText(value, texts) })),
      ]}
    />
  )
}
