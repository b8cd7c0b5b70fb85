import type { InspectionTemplate } from '@binnacle/contract'
import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Static } from 'typebox'
import { api } from '../../api/client.ts'
import { usePreferences } from '../../format/preferences.ts'
import { useBoat } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { inspectionsQuery, templatesQuery } from '../queries.ts'
import classes from './list.module.css'

type Template = Static<typeof InspectionTemplate>

interface StartInspectionProps {
  boatId: string
  opened: boolean
  onClose: () => void
}

/** Asks which checklists to walk through, and starts the inspection. */
export function StartInspection({ boatId, opened, onClose }: StartInspectionProps) {
  const { inspections } = useTexts()
  const { language } = usePreferences().preferences
  const { data, error, refetch } = useQuery({ ...templatesQuery(language), enabled: opened })
  return (
    <Dialog opened={opened} onClose={onClose} title={inspections.start.title}>
      {data ? (
        <Choice boatId={boatId} templates={data} />
      ) : error ? (
        <Problem error={error} retry={() => refetch()} />
      ) : (
        <Skeletons count={6} height={44} />
      )}
    </Dialog>
  )
}

const slugsOf = (templates: readonly Template[]) => templates.map(({ slug }) => slug)

function Choice({ boatId, templates }: { boatId: string; templates: readonly Template[] }) {
  const { start: texts } = useTexts().inspections
  const { vessel_type } = useBoat()
  const suiting = slugsOf(templates.filter(({ applies_to }) => applies_to.includes(vessel_type)))
  const [chosen, setChosen] = useState(suiting)
  const start = useStart(boatId)
  const count = templates.filter(({ slug }) => chosen.includes(slug)).reduce((sum, { items }) => sum + items.length, 0)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        start.mutate(chosen)
      }}
    >
      <Stack>
        <div>{texts.text}</div>
        <fieldset className={classes.checklists} aria-label={texts.checklists}>
          <Checkbox.Group value={chosen} onChange={setChosen}>
            {templates.map(({ slug, name, items }) => (
              <Checkbox key={slug} value={slug} label={name} description={texts.points(items.length)} py={6} />
            ))}
          </Checkbox.Group>
        </fieldset>
        <Group gap="xs">
          <Button variant="default" onClick={() => setChosen(suiting)}>
            {texts.suiting}
          </Button>
          <Button variant="default" onClick={() => setChosen(slugsOf(templates))}>
            {texts.all}
          </Button>
        </Group>
        <p className={classes.total} aria-live="polite">
          {texts.total(count)}
        </p>
        {start.error && <Problem error={start.error} />}
        <Button type="submit" size="lg" disabled={count === 0} loading={start.isPending}>
          {texts.start}
        </Button>
      </Stack>
    </form>
  )
}

function useStart(boatId: string) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (templates: string[]) =>
      api('POST /app/vessels/{id}/inspections', { params: { id: boatId }, body: { templates } }),
    async onSuccess({ inspection }) {
      await navigate({
        to: '/boats/$boatId/inspections/$inspectionId',
        params: { boatId, inspectionId: inspection.id },
      })
      await queries.invalidateQueries({ queryKey: inspectionsQuery(boatId).queryKey })
    },
  })
}
