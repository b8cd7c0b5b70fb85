import { Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../texts/use-texts.ts'

/** A pause in typing, or in dictating, after which the note is kept. */
const PAUSE_MS = 600
const MAX_CHARACTERS = 2000

/** The note of a point; kept while it is written, so that nothing is lost. Give it the point's id as key. */
export function PointNote({ note, onChange }: { note: string | null; onChange: (note: string | null) => void }) {
  const { walk } = useTexts().inspections
  /** What is being written; else the note as it is, which may come later. */
  const [text, setText] = useState<string | null>(null)
  const unkept = useRef<string | null>(null)
  const keep = useRef(onChange)
  keep.current = onChange

  const keepNow = () => {
    if (unkept.current === null) return
    keep.current(unkept.current.trim() || null)
    unkept.current = null
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pause after the last letter
  useEffect(() => {
    const timer = setTimeout(keepNow, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is not kept when the point is left
  useEffect(() => keepNow, [])

  return (
    <Textarea
      label={walk.note}
      placeholder={walk.noteHint}
      value={text ?? note ?? ''}
      maxLength={MAX_CHARACTERS}
      maxRows={8}
      autoCapitalize="sentences"
      enterKeyHint="enter"
      onBlur={() => {
        keepNow()
        setText(null)
      }}
      onChange={({ currentTarget }) => {
        unkept.current = currentTarget.value
        setText(currentTarget.value)
      }}
    />
  )
}
