import { type FormErrors, useForm } from '@mantine/form'
import { useEffect, useId, useRef, useState } from 'react'
import { useUnsaved } from '../api/unsaved.ts'
import { useFirstTexts } from '../texts/use-texts.ts'
import { demandText } from './demand.ts'
import { forgetDraft, keepDraft, readDraft } from './draft.ts'
import { fieldProblem } from './field-problem.ts'
import { unlessSent } from './stamp.ts'

interface CheckedFormOptions<F> {
  initial: F
  /** What is wrong with each field, before the service is asked. */
  check: (fields: F) => FormErrors
  /** The answer to the last request, where it was refused. */
  error?: unknown
  /** Fields that the service knows by another name: its name, and the form's. */
  names?: Record<string, string>
  /** What a refusal that names no field says of one. */
  refused?: (error: unknown) => FormErrors
  /** Under this name the browser keeps what is typed until it is saved or cancelled (draft.ts), but for what is secret. */
  draft?: string
  secret?: readonly (keyof F)[]
}

/** What was typed before and is in the form again. */
export interface Draft {
  restored: boolean
  discard(): void
}

/**
 * A form's state, from Mantine. A field that is wrong, or that the service refused, says why and gets the focus. `problem` is an
 * error that belongs to no field.
 */
export function useCheckedForm<F extends object>(options: CheckedFormOptions<F>) {
  const { initial, check, error, names = {}, refused, draft, secret = [] } = options
  const { demands } = useFirstTexts().common
  const [before, setBefore] = useState(() => readDraft(draft))
  const form = useForm<F>({
    // Mantine takes letters and digits only.
    name: useId().replaceAll(/\W|_/g, ''),
    initialValues: { ...initial, ...before },
    validate: check,
    onValuesChange: (fields) => {
      const empty = Object.fromEntries(secret.map((name) => [name, initial[name]]))
      if (draft !== undefined) keepDraft(draft, initial, { ...fields, ...empty })
    },
  })
  useUnsaved(() => form.isDirty())
  const sent = useRef<F>(null)
  const named = fieldProblem(error)
  const path = named && (names[named.field] ?? named.field)
  const refusals: FormErrors = {
    ...(path && path.split('.')[0]! in initial && { [path]: demandText(named.text, demands) }),
    ...refused?.(error),
  }
  // A frame later, since what is folded away opens for its error.
  const focusOn = ([first]: string[]) => first && requestAnimationFrame(() => form.getInputNode(first)?.focus())
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    form.setErrors(refusals)
    focusOn(Object.keys(refusals))
  }, [error])
  return {
    form,
    /** For the form's onSubmit: calls `send` when nothing is wrong; with the same object when nothing was changed since (stamp.ts). */
    submit: (send: (fields: F) => void) =>
      form.onSubmit(
        (fields) => {
          sent.current = unlessSent(fields, sent.current)
          send(sent.current)
        },
        (errors) => focusOn(Object.keys(errors)),
      ),
    draft: {
      restored: Object.keys(before).length > 0,
      discard: () => {
        if (draft !== undefined) forgetDraft(draft)
        form.setValues(initial)
        setBefore({})
      },
    },
    problem: Object.keys(refusals).length > 0 ? null : error,
  }
}
