import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { usePreferences } from '../format/preferences.ts'
import { vesselQuery } from '../shell/queries.ts'
import { useTexts } from '../texts/use-texts.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { type BoatFields, EMPTY_BOAT, hoursOf, vesselOf } from './boat-fields.ts'
import { BoatForm } from './boat-form.tsx'
import { fleetQuery } from './queries.ts'

/** Adds a boat, and goes on with its guide. */
export function NewBoatPage() {
  const { common, boats } = useTexts()
  const feet = usePreferences().preferences.units === 'us'
  const queries = useQueryClient()
  const navigate = useNavigate()
  const add = useMutation({
    mutationFn: (fields: BoatFields) =>
      api('POST /app/vessels', { body: { ...vesselOf(fields, feet), engine_hours: hoursOf(fields) } }),
    onSuccess: ({ vessel }) => {
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
          withHours
          action={boats.form.add}
          // A double tap on a busy phone comes before the button is off.
          onSubmit={(fields) => queries.isMutating() === 0 && add.mutate(fields)}
          pending={add.isPending}
          error={add.error}
          beside={
            <LinkButton to="/" variant="default">
              {common.cancel}
            </LinkButton>
          }
        />
      </Panel>
    </Page>
  )
}
