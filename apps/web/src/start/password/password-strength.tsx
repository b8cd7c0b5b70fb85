import { Progress, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useFirstTexts } from '../../texts/use-texts.ts'

const COLORS = ['red', 'red', 'orange', 'teal', 'teal'] as const

/** How hard the new password is to guess, while it is typed. The list of common passwords is loaded with the first letter. */
export function PasswordStrength({ password, words }: { password: string; words: string[] }) {
  const { start } = useFirstTexts()
  const [score, setScore] = useState<0 | 1 | 2 | 3 | 4 | null>(null)
  const known = words.join('\n')
  useEffect(() => {
    let current = true
    const show = async () => {
      const { scorePassword } = await import('./score-password.ts')
      if (current) setScore(scorePassword(password, known.split('\n')))
    }
    // Without a network there is no meter; the service refuses the commonest ones all the same.
    if (password) show().catch(() => undefined)
    return () => {
      current = false
    }
  }, [password, known])
  if (!password || score === null) return null
  return (
    <div>
      <Progress value={25 * Math.max(score, 0.4)} color={COLORS[score]} size="sm" aria-hidden />
      <Text size="sm" role="status">
        {start.strength[score]}
      </Text>
    </div>
  )
}
