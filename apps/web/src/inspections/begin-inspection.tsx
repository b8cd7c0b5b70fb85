import type { InspectionTemplate } from '@binnacle/contract'
import { Button, Checkbox, Group, Modal, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Static } from 'typebox'
import { api } from '../api/client.ts'
import { usePreferences } from '../format/preferences.ts'
import { useBoat } from '../shell/use-boat.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Problem } from '../ui/problem.tsx'
import { Skeletons } from '../ui/skeletons.tsx'
import classes from './list.module.css'
import { inspectionsQuery, templatesQuery } from './queries.ts'

type Template = Static<typeof InspectionTemplate>

interface BeginProps {
  boatId: string
  opened: boolean
  onClose: () => void
}

/** Asks which checklists to walk through, and begins. */
export function BeginInspection({ boatId, opened, onClose }: BeginProps) {
  const { common, inspections } = useTexts()
  const { language } = usePreferences().preferences
  const { data, error, refetch } = useQuery({ ...templatesQuery(language), enabled: opened })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={inspections.begin.title}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {data ? (
        <Choice boatId={boatId} templates={data} />
      ) : error ? (
        <Problem error={error} retry={() => refetch()} />
      ) : (
        <Skeletons count={6} height={44} />
      )}
    </Modal>
  )
}

const slugsOf = (templates: readonly Template[]) => templates.map(({ slug }) => slug)

function Choice({ boatId, templates }: { boatId: string; templates: readonly Template[] }) {
  const { begin } = useTexts().inspections
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
        <div>{begin.text}</div>
        <fieldset className={classes.checklists} aria-label={begin.checklists}>
          <Checkbox.Group value={chosen} onChange={setChosen}>
            {templates.map(({ slug, name, items }) => (
              <Checkbox key={slug} value={slug} label={name} description={begin.points(items.length)} py={6} />
            ))}
          </Checkbox.Group>
        </fieldset>
        <Group gap="xs">
          <Button variant="default" onClick={() => setChosen(suiting)}>
            {begin.suiting}
          </Button>
          <Button variant="default" onClick={() => setChosen(slugsOf(templates))}>
            {begin.all}
          </Button>
        </Group>
        <p className={classes.total} aria-live="polite">
          {begin.total(count)}
        </p>
        {start.error && <Problem error={start.error} />}
        <Button type="submit" size="lg" disabled={count === 0} loading={start.isPending}>
          {begin.start}
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
