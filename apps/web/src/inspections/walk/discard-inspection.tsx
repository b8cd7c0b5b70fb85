import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../texts/use-texts.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useDiscardInspection } from '../queries.ts'

/** Deletes an inspection that was started by mistake, after a question. */
export function DiscardInspection({ boatId, inspectionId }: { boatId: string; inspectionId: string }) {
  const { finish } = useTexts().inspections
  const [opened, { open, close }] = useDisclosure()
  const navigate = useNavigate()
  const deletion = useDiscardInspection(boatId, inspectionId, () =>
    navigate({ to: '/boats/$boatId/inspections', params: { boatId }, replace: true }),
  )
  return (
    <>
      <Button variant="default" c="var(--late)" onClick={open}>
        {finish.discard}
      </Button>
      <Confirm
        opened={opened}
        onClose={close}
        title={finish.discardQuestion}
        action={finish.discard}
        onConfirm={() => deletion.mutate()}
        pending={deletion.isPending}
        error={deletion.error}
      >
        {finish.discardText}
      </Confirm>
    </>
  )
}
