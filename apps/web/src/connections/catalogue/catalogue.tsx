import type { Provider } from '@binnacle/contract'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../texts/use-texts.ts'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { standingOf } from '../kinds.ts'
import { providersQuery } from '../queries.ts'
import { BrandRequest } from './brand-request.tsx'
import classes from './catalogue.module.css'
import { CatalogueItem } from './catalogue-item.tsx'

/** All that a boat may have, what it brings, and how it stands with this boat. `connected` are slugs. */
export function Catalogue({ vesselId, connected }: { vesselId: string; connected: string[] }) {
  const { connections: texts } = useTexts()
  const { data, error, refetch } = useQuery(providersQuery)
  const [wish, setWish] = useState<{ opened: boolean; system: string }>({ opened: false, system: '' })
  if (error && !data) return <Problem error={error} retry={refetch} />
  if (!data) return <Skeletons count={4} height={160} />
  const closed = (provider: Provider) => standingOf(provider, connected) === 'notYet'
  const items = (providers: Provider[]) => (
    <ul className={classes.list}>
      {providers.map((provider) => (
        <CatalogueItem
          key={provider.slug}
          vesselId={vesselId}
          provider={provider}
          standing={standingOf(provider, connected)}
          onWish={() => setWish({ opened: true, system: provider.name })}
        />
      ))}
    </ul>
  )
  return (
    <Stack component="section" aria-labelledby="catalogue" mt="xl">
      <Title order={2} size="h3" id="catalogue">
        {texts.catalogue.title}
      </Title>
      {items(data.filter((provider) => !closed(provider)))}
      <details className={classes.closed}>
        <summary>
          <Title order={2} size="h3">
            {texts.catalogue.notYetTitle}
          </Title>
        </summary>
        <Text c="dimmed" mb="md">
          {texts.catalogue.notYetText}
        </Text>
        {items(data.filter(closed))}
      </details>
      <Group justify="center" mt="md">
        <Text>{texts.catalogue.missing}</Text>
        <Button variant="default" onClick={() => setWish({ opened: true, system: '' })}>
          {texts.catalogue.interest}
        </Button>
      </Group>
      <BrandRequest
        vesselId={vesselId}
        opened={wish.opened}
        system={wish.system}
        onClose={() => setWish({ ...wish, opened: false })}
      />
    </Stack>
  )
}
