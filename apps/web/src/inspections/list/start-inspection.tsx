import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usePreferences } from '../../format/preferences.ts'
import { stampOf } from '../../forms/stamp.ts'
import { entriesOf } from '../../outbox/entries.ts'
import { localId } from '../../outbox/entry.ts'
import type { Template } from '../../outbox/points/local-walk.ts'
import { useBoat } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { inspectionsQuery, templatesQuery } from '../queries.ts'
import classes from './list.module.css'

interface StartInspectionProps {
  boatId: string
  opened: boolean
  onClose: () => void
}

/** Asks which checklists to walk through, and starts the inspection. */
export function StartInspection({ boatId, opened, onClose }: StartInspectionProps) {
  const { inspections } = useTexts()
  const { language } = usePreferences().preferences
  // Read with the page, so that an inspection can start where there is no network.
  const { data, error, refetch } = useQuery(templatesQuery(language))
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
  const { start } = useTexts().inspections
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (templates: string[]) => {
      const { key, at } = stampOf(templates)
      return entriesOf(queries).post({
        route: 'POST /app/vessels/{id}/inspections',
        ...{ vesselId: boatId, key, title: start.title, at: at.getTime() },
        body: { templates, started_at: at.toISOString() },
      })
    },
    async onSuccess(started, templates) {
      await navigate({
        to: '/boats/$boatId/inspections/$inspectionId',
        params: { boatId, inspectionId: started?.inspection.id ?? localId(stampOf(templates)) },
      })
      await queries.invalidateQueries({ queryKey: inspectionsQuery(boatId).queryKey })
    },
  })
}
