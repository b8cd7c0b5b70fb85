import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useFirstTexts } from '../../texts/use-texts.ts'

/** A password's field with a button that shows it. */
export function Password(props: PasswordInputProps) {
  const { start } = useFirstTexts()
  return (
    <PasswordInput
      maxLength={128}
      visibilityToggleButtonProps={{ 'aria-label': start.showPassword, tabIndex: 0, size: 40 }}
      {...props}
    />
  )
}
