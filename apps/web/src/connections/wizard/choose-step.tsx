import { Button, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { KINDS } from '../../texts/keys.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { BrandRequest } from '../catalogue/brand-request.tsx'
import { kindOf, providerOf } from '../kinds.ts'
import { connectionsQuery, providersQuery, useConnectionActions } from '../queries.ts'
import type { NewKey } from '../state.ts'
import { Choice } from './choice.tsx'
import { StepHeading } from './step-heading.tsx'

interface ChooseStepProps {
  vesselId: string
  start?: string
  /** A connection was made; its key is here and nowhere else. */
  onMade: (id: string, key: NewKey) => void
  /** One that is there already is to be set up. */
  onKnown: (id: string) => void
}

/** Step 1: what is on board. Choosing makes the connection, unless the boat has it. */
export function ChooseStep({ vesselId, start, onMade, onKnown }: ChooseStepProps) {
  const { connections: texts } = useTexts()
  const [asking, setAsking] = useState(false)
  const boats = useQuery(connectionsQuery(vesselId))
  const catalogue = useQuery(providersQuery)
  const { create } = useConnectionActions(vesselId)
  const queries = useQueryClient()
  // A double tap on a busy phone comes before the buttons are off, and the second answer would hide the key in the first.
  const choose = (provider: string) =>
    queries.isMutating() === 0 &&
    create.mutate(provider, {
      onSuccess: ({ connection, ingest_key }) => onMade(connection.id, { value: ingest_key, seenBefore: null }),
    })
  const failed = boats.error ?? catalogue.error
  if (failed && !(boats.data && catalogue.data))
    return <Problem error={failed} retry={() => Promise.all([boats.refetch(), catalogue.refetch()])} />
  if (!boats.data || !catalogue.data) return <Skeletons count={6} height={112} />
  // What the operator has added has no picture; it is offered where its owner came for it.
  const slugs = [...(start && !kindOf(start) ? [start] : []), ...KINDS.map(providerOf)]
  return (
    <Stack>
      <StepHeading step={1} title={texts.wizard.choose.title} />
      <Text c="dimmed">{texts.wizard.choose.text}</Text>
      {create.error && <Problem error={create.error} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} component="ul" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {slugs.map((slug) => (
          <Choice
            key={slug}
            slug={slug}
            provider={catalogue.data.find((provider) => provider.slug === slug)}
            connection={boats.data.connections.find(({ provider }) => provider === slug)}
            preferred={slug === start}
            pending={create.isPending}
            chosen={create.isPending && create.variables === slug}
            onChoose={() => choose(slug)}
            onOpen={onKnown}
          />
        ))}
      </SimpleGrid>
      <Button variant="subtle" onClick={() => setAsking(true)} style={{ alignSelf: 'start' }}>
        {texts.wizard.choose.other}
      </Button>
      <BrandRequest vesselId={vesselId} opened={asking} onClose={() => setAsking(false)} />
    </Stack>
  )
}
