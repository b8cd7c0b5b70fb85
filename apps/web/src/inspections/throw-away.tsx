import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../texts/use-texts.ts'
import { Confirm } from '../ui/confirm.tsx'
import { useThrowAway } from './queries.ts'

/** Deletes an inspection that was begun by mistake, after a question. */
export function ThrowAway({ boatId, inspectionId }: { boatId: string; inspectionId: string }) {
  const { finish } = useTexts().inspections
  const [opened, { open, close }] = useDisclosure()
  const navigate = useNavigate()
  const deletion = useThrowAway(boatId, inspectionId, () =>
    navigate({ to: '/boats/$boatId/inspections', params: { boatId }, replace: true }),
  )
  return (
    <>
      <Button variant="default" c="var(--late)" onClick={open}>
        {finish.throwAway}
      </Button>
      <Confirm
        opened={opened}
        onClose={close}
        title={finish.throwAwayQuestion}
        action={finish.throwAway}
        onConfirm={() => deletion.mutate()}
        pending={deletion.isPending}
        error={deletion.error}
      >
        {finish.throwAwayText}
      </Confirm>
    </>
  )
}
