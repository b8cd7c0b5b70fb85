import { ALARM_EVENTS, type ChannelKind, type Severity } from '@binnacle/contract'
import { NativeSelect, Stack, TextInput } from '@mantine/core'
import type { AnswerOf } from '../../api/client.ts'
import { usePreferences } from '../../format/preferences.ts'
import { forgetDraft } from '../../forms/draft.ts'
import { DraftNote } from '../../forms/draft-note.tsx'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { canBeTold, NotAllowed } from '../../push/subscribe.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import classes from './channels.module.css'
import { checkChannel } from './check-channel.ts'
import { useMakeChannel } from './queries.ts'
import { SeveritySelect, WebhookEventFields } from './webhook-events.tsx'

interface NewChannelProps {
  /** Those that the installation can send to. */
  kinds: readonly ChannelKind[]
  /** The service's, for Web Push. */
  pushKey: string
  onClose: () => void
  onMade: (made: AnswerOf<'POST /app/channels'>) => void
}

const DRAFT = 'channel'

/** A topic that nobody guesses: whoever knows it reads the messages. */
const topicNobodyGuesses = () => {
  const letters = crypto.getRandomValues(new Uint8Array(16))
  return `https://ntfy.sh/binnacle-${Array.from(letters, (byte) => (byte % 36).toString(36)).join('')}`
}

const INPUT = { email: 'email', telegram: 'text', ntfy: 'url', webhook: 'url' } as const

/** Asks where to tell the account of alarms. */
export function NewChannelDialog({ kinds: all, pushKey, onClose, onMade }: NewChannelProps) {
  const { account } = useTexts()
  const { channels: texts } = account
  const { language } = usePreferences().preferences
  const kinds = all.filter((each) => each !== 'web_push' || canBeTold())
  const make = useMakeChannel()
  useFocusBack()
  const { form, submit, problem, draft } = useCheckedForm({
    initial: {
      kind: 'ntfy' as ChannelKind,
      name: '',
      address: topicNobodyGuesses(),
      token: '',
      severity: 'alarm' as Severity,
      events: ALARM_EVENTS,
    },
    check: ({ kind, name, address, token, events }) => {
      const wrong = checkChannel(kind, name, address, token)
      return {
        name: wrong.name && texts.problem[wrong.name],
        address: wrong.address && texts.problem[wrong.address],
        token: wrong.token && texts.problem[wrong.token],
        events: kind === 'webhook' && events.length === 0 && texts.problem.events,
      }
    },
    error: make.error,
    draft: DRAFT,
    secret: ['token'],
  })
  const { kind } = form.values
  return (
    <Dialog opened onClose={onClose} title={texts.add}>
      <form
        noValidate
        onSubmit={submit(({ token, events, ...fields }) =>
          make.mutate(
            {
              ...fields,
              name: fields.name.trim(),
              address: fields.address.trim(),
              language,
              ...(kind === 'telegram' && { token: token.trim() }),
              ...(kind === 'webhook' && { events }),
              ...(kind === 'web_push' && { pushKey }),
            },
            {
              onSuccess: (made) => {
                forgetDraft(DRAFT)
                onMade(made)
              },
            },
          ),
        )}
      >
        <Stack>
          <DraftNote draft={draft} />
          <NativeSelect
            label={texts.kind}
            description={texts.kindHints[kind]}
            inputWrapperOrder={['label', 'input', 'description']}
            value={kind}
            onChange={({ currentTarget }) => {
              const chosen = currentTarget.value as ChannelKind
              form.setValues({ kind: chosen, address: chosen === 'ntfy' ? topicNobodyGuesses() : '' })
            }}
            data={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
          />
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            maxLength={80}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          {kind !== 'web_push' && (
            <TextInput
              label={texts.addresses[kind]}
              description={texts.addressHints[kind]}
              type={INPUT[kind]}
              inputMode={INPUT[kind]}
              maxLength={2000}
              autoComplete="off"
              {...form.getInputProps('address')}
            />
          )}
          {kind === 'telegram' && (
            <TextInput
              label={texts.token}
              description={texts.tokenHint}
              maxLength={120}
              autoComplete="off"
              spellCheck={false}
              {...form.getInputProps('token')}
            />
          )}
          {kind === 'webhook' ? (
            <WebhookEventFields
              events={form.getInputProps('events')}
              severity={form.getInputProps('severity')}
              chosen={form.values.events}
            />
          ) : (
            <SeveritySelect field={form.getInputProps('severity')} />
          )}
          {problem instanceof NotAllowed ? (
            <p className={classes.error}>{texts.notAllowed}</p>
          ) : problem ? (
            <Problem error={problem} />
          ) : null}
          <FormButtons
            action={texts.add}
            pending={make.isPending}
            onCancel={() => {
              forgetDraft(DRAFT)
              onClose()
            }}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
