import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { usePreferences } from '../../format/preferences.ts'
import { forgetDraft } from '../../forms/draft.ts'
import { stampOf } from '../../forms/stamp.ts'
import { fleetQuery } from '../../shell/fleet-queries.ts'
import { vesselQuery } from '../../shell/queries.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type BoatFields, EMPTY_BOAT, hoursOf, vesselOf } from './boat-fields.ts'
import { BoatForm } from './boat-form.tsx'

const DRAFT = 'new boat'

/** Adds a boat, and goes on with its guide. */
export function NewBoatPage() {
  const { common, boats } = useTexts()
  const feet = usePreferences().preferences.units === 'us'
  const queries = useQueryClient()
  const navigate = useNavigate()
  const add = useMutation({
    mutationFn: (fields: BoatFields) =>
      api('POST /app/vessels', {
        body: { ...vesselOf(fields, feet), engine_hours: hoursOf(fields) },
        key: stampOf(fields).key,
      }),
    onSuccess: ({ vessel }) => {
      forgetDraft(DRAFT)
      queries.setQueryData(vesselQuery(vessel.id).queryKey, vessel)
      void queries.invalidateQueries(fleetQuery)
      return navigate({ to: '/boats/$boatId/guide', params: { boatId: vessel.id } })
    },
  })
  return (
    <Page title={boats.form.newTitle}>
      <Panel>
        <BoatForm
          initial={EMPTY_BOAT}
          draft={DRAFT}
          withHours
          action={boats.form.add}
          onSubmit={add.mutate}
          pending={add.isPending}
          error={add.error}
          beside={
            <LinkButton to="/" variant="default" onClick={() => forgetDraft(DRAFT)}>
              {common.cancel}
            </LinkButton>
          }
        />
      </Panel>
    </Page>
  )
}
