import type { Vessel } from '@binnacle/contract'
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { fleetQuery } from '../../shell/fleet-queries.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Deletes a boat, after its name was typed. */
export function DeleteBoat({ boat }: { boat: Vessel }) {
  const { remove } = useTexts().boats
  const [opened, { open, close }] = useDisclosure()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const deletion = useMutation({
    mutationFn: () => api('DELETE /app/vessels/{id}', { params: { id: boat.id } }),
    onSuccess: async () => {
      queries.setQueryData(fleetQuery.queryKey, (boats) => boats?.filter(({ vessel }) => vessel.id !== boat.id))
      await navigate({ to: '/' })
      queries.removeQueries({ queryKey: ['vessel', boat.id] })
      void queries.invalidateQueries(fleetQuery)
    },
  })
  return (
    <Panel title={remove.title}>
      <Text mb="md">{remove.text}</Text>
      <Button variant="default" c="var(--late)" onClick={open}>
        {remove.action}
      </Button>
      <Confirm
        opened={opened}
        onClose={close}
        title={remove.question(boat.name)}
        action={remove.confirm}
        typed={{ label: remove.typed(boat.name), value: boat.name }}
        onConfirm={() => deletion.mutate()}
        pending={deletion.isPending}
        error={deletion.error}
      >
        {remove.warning}
      </Confirm>
    </Panel>
  )
}
