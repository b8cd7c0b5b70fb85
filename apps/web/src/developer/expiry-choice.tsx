import { NativeSelect } from '@mantine/core'
import { useFormat } from '../format/use-format.ts'
import { useTexts } from '../texts/use-texts.ts'
import { useNow } from '../ui/clock.ts'
import { EXPIRIES, type Expiry, expiryDate } from './expiry.ts'

/** How long a key works, and until which day that is. */
export function ExpiryChoice({ value, onChange }: { value: Expiry; onChange: (value: Expiry) => void }) {
  const { form } = useTexts().developer
  const format = useFormat()
  const end = expiryDate(value, useNow())
  const choices = Object.keys(EXPIRIES) as Expiry[]
  return (
    <NativeSelect
      label={form.expiry}
      description={end ? form.on(format.date(end)) : form.unlimited}
      inputWrapperOrder={['label', 'input', 'description']}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as Expiry)}
      data={choices.map((choice) => ({ value: choice, label: form.expiries[choice] }))}
    />
  )
}
