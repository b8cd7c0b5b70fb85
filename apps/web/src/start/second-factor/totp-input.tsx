import { TextInput, type TextInputProps } from '@mantine/core'

const DIGITS = 6

interface TotpInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: string
  onChange?: (code: string) => void
  /** The last of the six digits is there. */
  onComplete?: (code: string) => void
}

/** Six digits in one field, which phones fill in by themselves and which can be pasted with a space between. */
export function TotpInput({ value, onChange, onComplete, ...props }: TotpInputProps) {
  return (
    <TextInput
      size="lg"
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onChange={(event) => {
        const code = event.currentTarget.value.replace(/\D/g, '').slice(0, DIGITS)
        onChange?.(code)
        if (code.length === DIGITS && code !== value) onComplete?.(code)
      }}
      styles={{ input: { fontSize: '1.6rem', letterSpacing: '0.35em', textAlign: 'center' } }}
      {...props}
    />
  )
}
