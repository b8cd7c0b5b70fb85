import type { ConnectionOverview, Provider } from '@binnacle/contract'
import { Anchor, Loader, UnstyledButton } from '@mantine/core'
import { IconPlug } from '@tabler/icons-react'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { useNow } from '../../ui/clock.ts'
import { KindPicture } from '../catalogue/kind-picture.tsx'
import { kindOf, standingOf } from '../kinds.ts'
import classes from './choice.module.css'

interface ChoiceProps {
  slug: string
  /** Absent when the operator has taken it out of the catalogue. */
  provider: Provider | undefined
  /** The boat's own, when it has one already. */
  connection: ConnectionOverview | undefined
  preferred: boolean
  pending: boolean
  chosen: boolean
  onChoose: () => void
  onOpen: (id: string) => void
}

/** One thing that may be on board: a button, unless the boat has it already or the service does not offer it. */
export function Choice({ slug, provider, connection, preferred, pending, chosen, onChoose, onOpen }: ChoiceProps) {
  const { connections: texts } = useTexts()
  const kind = kindOf(slug)
  const words = kind ? texts.kinds[kind] : undefined
  const picture = kind ? (
    <KindPicture kind={kind} label={texts.kinds[kind].picture} />
  ) : (
    <IconPlug size={56} aria-hidden />
  )
  const title = words?.title ?? provider?.name ?? slug
  const text = words?.text ?? provider?.summary
  const offered = provider && standingOf(provider, []) === 'available'
  if (connection || !offered)
    return (
      <li>
        <div className={classes.choice} data-flat data-preferred={preferred || undefined}>
          {picture}
          <span className={classes.words}>
            <span className={classes.title}>{title}</span>
            <span className={classes.text}>
              {connection ? <Already connection={connection} onOpen={onOpen} /> : texts.wizard.choose.unavailable}
            </span>
          </span>
        </div>
      </li>
    )
  return (
    <li>
      <UnstyledButton
        className={classes.choice}
        data-preferred={preferred || undefined}
        disabled={pending}
        onClick={onChoose}
      >
        {chosen ? <Loader size={56} /> : picture}
        <span className={classes.words}>
          <span className={classes.title}>{title}</span>
          <span className={classes.text}>{text}</span>
        </span>
      </UnstyledButton>
    </li>
  )
}

function Already({ connection, onOpen }: { connection: ConnectionOverview; onOpen: (id: string) => void }) {
  const { wizard } = useTexts().connections
  const format = useFormat()
  const now = useNow()
  const { last_seen_at } = connection
  return (
    <>
      {wizard.choose.already(last_seen_at && format.ago(last_seen_at, now))}.{' '}
      <Anchor
        component="button"
        type="button"
        inherit
        underline="always"
        mih={44}
        onClick={() => onOpen(connection.id)}
      >
        {wizard.choose.open}
      </Anchor>
    </>
  )
}
