import { Autocomplete, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../texts/use-texts.ts'
import { CURRENCIES } from './currency.ts'
import { parseWhole } from './decimal.ts'

interface WholeProps {
  label: string
  description?: string
  value: number | string
  /** Called with a whole number, '' for nothing, NaN for what is none. */
  onChange: (value: number | '') => void
  /** Shown behind the number. */
  unit?: string
  required?: boolean
  error?: string
}

/** Whole numbers as they are typed, with the keys for them on a phone. */
export function WholeField({ value, onChange, unit, ...rest }: WholeProps) {
  const [text, setText] = useState(String(value))
  // What the page puts in itself, such as nothing after it was saved.
  const said = parseWhole(text) ?? ''
  const shown = Object.is(said, value) ? text : String(value)
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      value={shown}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(parseWhole(event.currentTarget.value) ?? '')
      }}
      rightSection={unit && <span aria-hidden>{unit}</span>}
      {...rest}
    />
  )
}

interface DecimalProps {
  label: string
  value: string
  onChange: (text: string) => void
  error?: string
}

/** Decimals as they are typed, with the keys for them on a phone: a point and a comma are both taken, and nothing is lost. */
export function DecimalField({ label, value, onChange, error }: DecimalProps) {
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      maxLength={20}
      autoComplete="off"
    />
  )
}

interface MoneyProps {
  label: string
  amount: string
  currency: string
  onAmount: (amount: string) => void
  onCurrency: (currency: string) => void
  error?: string
}

/** An amount and its currency. */
export function MoneyFields({ label, amount, currency, onAmount, onCurrency, error }: MoneyProps) {
  const { service } = useTexts().maintenance
  return (
    <div style={{ display: 'grid', gridTemplateColumns: '1fr 7rem', gap: '0.75rem', alignItems: 'start' }}>
      <DecimalField label={label} value={amount} onChange={onAmount} error={error} />
      <Autocomplete
        size="md"
        label={service.currency}
        value={currency}
        onChange={onCurrency}
        data={CURRENCIES}
        maxLength={3}
        autoCapitalize="characters"
        filter={({ options }) => options}
      />
    </div>
  )
}
