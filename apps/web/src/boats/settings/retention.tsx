import type { Retention, Vessel } from '@binnacle/contract'
import { LIMITS } from '@binnacle/contract/limits'
import { NativeSelect, Text } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { isShorter, retentionChoices } from './retention-choices.ts'

const retentionQuery = (id: string) =>
  queryOptions({
    queryKey: ['vessel', id, 'retention'],
    queryFn: ({ signal }) =>
      api('GET /app/vessels/{id}/retention', { params: { id }, signal }).then(({ retention }) => retention),
  })

/** How long the boat's readings are kept, and what stays of them. */
export function RetentionPanel({ boat }: { boat: Vessel }) {
  const { retention: texts } = useTexts().boats
  const { data, error, refetch } = useQuery(retentionQuery(boat.id))
  return (
    <Panel title={texts.title}>
      {error && !data && <Problem error={error} retry={refetch} />}
      {!data && !error && <Skeletons count={1} height={56} />}
      {data && <Choice boat={boat} retention={data} />}
      <Text c="dimmed" size="sm" mt="md">
        {texts.stays}
      </Text>
    </Panel>
  )
}

function Choice({ boat, retention }: { boat: Vessel; retention: Retention }) {
  const { retention: texts } = useTexts().boats
  const format = useFormat()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<number | null>(null)
  const save = useMutation({
    mutationFn: (keep_days: number | null) =>
      api('PATCH /app/vessels/{id}/retention', { params: { id: boat.id }, body: { keep_days } }),
    onSuccess: ({ retention: saved }) => {
      queries.setQueryData(retentionQuery(boat.id).queryKey, saved)
      setAsked(null)
    },
  })
  const { operator_days, keep_from } = retention
  const standard = operator_days === null ? texts.unlimited : texts.operator(texts.days(operator_days))
  const choices = retentionChoices(retention).map((days) => ({ value: String(days), label: texts.days(days) }))
  const choose = (value: string) => {
    const days = value === '' ? null : Number(value)
    if (days !== null && isShorter(retention, days)) setAsked(days)
    else save.mutate(days)
  }
  return (
    <>
      <NativeSelect
        maw={560}
        label={texts.label}
        data={[{ value: '', label: standard }, ...choices]}
        value={String(retention.keep_days ?? '')}
        onChange={(event) => choose(event.currentTarget.value)}
        disabled={save.isPending}
      />
      <span role="status">{save.isSuccess && texts.saved}</span>
      {keep_from !== null && Date.parse(keep_from) > Date.now() && (
        <Text size="sm" mt="xs">
          {texts.from(format.date(keep_from))}
        </Text>
      )}
      {save.error && asked === null && <Problem error={save.error} />}
      <Confirm
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={texts.question}
        action={texts.confirm}
        onConfirm={() => save.mutate(asked)}
        pending={save.isPending}
        error={save.error}
      >
        {texts.warning(texts.days(asked ?? 0), LIMITS.telemetryKeepDelayDays)}
      </Confirm>
    </>
  )
}
