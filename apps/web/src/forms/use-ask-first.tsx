import { type ReactNode, useState } from 'react'
import { useTexts } from '../texts/use-texts.ts'
import { Confirm } from '../ui/confirm.tsx'

interface Asked<F> {
  fields: F
  doubts: string[]
}

/**
 * Asks before something doubtful is sent: `ask` calls `send` at once when there is no doubt, otherwise after a yes. `view` stands
 * outside the form, which would take the answer for its own.
 */
export function useAskFirst<F>(
  doubtsOf: (fields: F) => Promise<(string | null)[]>,
  send: (fields: F) => void,
): { ask: (fields: F) => Promise<void>; view: ReactNode } {
  const { form: words } = useTexts().maintenance
  const [asked, setAsked] = useState<Asked<F> | null>(null)
  return {
    async ask(fields) {
      const doubts = (await doubtsOf(fields)).filter((doubt) => doubt !== null)
      if (doubts.length > 0) setAsked({ fields, doubts })
      else send(fields)
    },
    view: (
      <Confirm
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={words.isItRight}
        action={words.saveAnyway}
        onConfirm={() => {
          setAsked(null)
          send(asked!.fields)
        }}
      >
        {asked?.doubts.map((doubt) => (
          <p key={doubt}>{doubt}</p>
        ))}
      </Confirm>
    ),
  }
}
