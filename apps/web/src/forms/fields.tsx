import { Autocomplete, TextInput, type TextInputProps } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { useFormat } from '../format/use-format.ts'
import { useTexts } from '../texts/use-texts.ts'
import { CURRENCIES } from './currency.ts'
import { isSurprising, parseDecimal, parseWhole } from './decimal.ts'

interface WholeProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: number | string
  /** Called with a whole number, '' for nothing, NaN for what is none. */
  onChange?: (value: number | '') => void
  /** Shown behind the number. */
  unit?: string
  /** Decimals are cut, as the hour meter cuts them. */
  cut?: boolean
}

/** Whole numbers as they are typed, with the keys for them on a phone. */
export function WholeField({ value = '', onChange, unit, cut = false, ...rest }: WholeProps) {
  const [text, setText] = useState(String(value))
  // What the page puts in itself, such as nothing after it was saved.
  const said = parseWhole(text, cut) ?? ''
  const shown = Object.is(said, value) ? text : String(value)
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      value={shown}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange?.(parseWhole(event.currentTarget.value, cut) ?? '')
      }}
      rightSection={unit && <span aria-hidden>{unit}</span>}
      {...rest}
      {...useUnderstood(shown, said === '' ? null : said, rest.description)}
    />
  )
}

interface DecimalProps extends TextInputProps {
  /** How many there can be. */
  decimals?: number
}

/** Decimals as they are typed, with the keys for them on a phone: a point and a comma are both taken, and nothing is lost. */
export function DecimalField({ decimals = 3, ...props }: DecimalProps) {
  const { locale } = useFormat()
  const text = String(props.value ?? '')
  return (
    <TextInput
      inputMode="decimal"
      maxLength={20}
      autoComplete="off"
      {...props}
      {...useUnderstood(text, parseDecimal(text, decimals, locale), props.description)}
    />
  )
}

/** Below the field, what its text was read as, where a reader may take it for something else. */
function useUnderstood(text: string, value: number | null, description: ReactNode) {
  const { form } = useTexts().maintenance
  const { locale, number } = useFormat()
  return {
    description: isSurprising(text, value, locale) ? (
      <span role="status">{form.readAs(number(value!, 3))}</span>
    ) : (
      description
    ),
  }
}

interface MoneyProps {
  label: string
  amount: GetInputPropsReturnType
  currency: GetInputPropsReturnType
}

/** An amount and its currency; what is wrong with either stands below the amount. */
export function MoneyFields({ label, amount, currency }: MoneyProps) {
  const { service } = useTexts().maintenance
  return (
    <div style={{ display: 'grid', gridTemplateColumns: '1fr 7rem', gap: '0.75rem', alignItems: 'start' }}>
      <DecimalField decimals={2} label={label} {...amount} error={amount.error ?? currency.error} />
      <Autocomplete
        label={service.currency}
        data={CURRENCIES}
        maxLength={3}
        autoCapitalize="characters"
        filter={({ options }) => options}
        {...currency}
        error={Boolean(currency.error)}
      />
    </div>
  )
}
