import type { Vessel } from '@binnacle/contract'
import { Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { usePreferences } from '../../format/preferences.ts'
import { useFormat } from '../../format/use-format.ts'
import { forgetDraft } from '../../forms/draft.ts'
import { fleetQuery, overviewQuery } from '../../shell/fleet-queries.ts'
import { vesselQuery } from '../../shell/queries.ts'
import { useBoat } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type BoatFields, changesOf, fieldsOf } from './boat-fields.ts'
import { BoatForm } from './boat-form.tsx'
import { DeleteBoat } from './delete-boat.tsx'
import { RetentionPanel } from './retention.tsx'

/** What the owner knows of the boat, to change; and at the end of the page the way to delete her. */
export function EditBoatPage() {
  const boat = useBoat()
  const { form } = useTexts().boats
  return (
    <Page title={form.editTitle}>
      <Panel>
        <EditForm boat={boat} />
        <Text c="dimmed" size="sm" mt="md">
          {form.hoursElsewhere}{' '}
          <Link to="/boats/$boatId/hours" params={{ boatId: boat.id }}>
            {form.hoursPage}
          </Link>
          .
        </Text>
      </Panel>
      <RetentionPanel boat={boat} />
      <DeleteBoat boat={boat} />
    </Page>
  )
}

function EditForm({ boat }: { boat: Vessel }) {
  const { common, boats } = useTexts()
  const feet = usePreferences().preferences.units === 'us'
  const { locale } = useFormat()
  const queries = useQueryClient()
  const draft = `boat ${boat.id}`
  const [saved, setSaved] = useState(() => fieldsOf(boat, feet, locale))
  const save = useMutation({
    mutationFn: (fields: BoatFields) =>
      api('PATCH /app/vessels/{id}', { params: { id: boat.id }, body: changesOf(saved, fields, feet) }),
    onSuccess: ({ vessel }, fields) => {
      forgetDraft(draft)
      setSaved(fields)
      queries.setQueryData(vesselQuery(boat.id).queryKey, vessel)
      void queries.invalidateQueries(fleetQuery)
      void queries.invalidateQueries(overviewQuery(boat.id))
    },
  })
  return (
    <BoatForm
      initial={saved}
      draft={draft}
      unfolded
      action={common.save}
      onSubmit={(fields) => save.mutate(fields)}
      pending={save.isPending}
      error={save.error}
      beside={<span role="status">{save.isSuccess && boats.form.saved}</span>}
    />
  )
}
