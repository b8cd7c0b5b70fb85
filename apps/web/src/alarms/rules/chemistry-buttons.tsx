import type { RuleKind } from '@binnacle/contract'
import { VOLTAGE_LIMITS } from '@binnacle/contract/ready-made-rules'
import { Button, Group } from '@mantine/core'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import classes from './rules.module.css'

type Chemistry = keyof typeof VOLTAGE_LIMITS
const CHEMISTRIES = Object.keys(VOLTAGE_LIMITS) as Chemistry[]

interface ChemistryButtonsProps {
  kind: RuleKind
  onChoose: (volts: number) => void
}

/** Below the limit of a battery's voltage: what suits its chemistry. Nothing for other kinds. */
export function ChemistryButtons({ kind, onChoose }: ChemistryButtonsProps) {
  const { rules: texts } = useTexts().alarms
  const format = useFormat()
  if (kind !== 'bank_below' && kind !== 'starter_below') return null
  return (
    <Group role="group" aria-label={texts.chemistry} gap="xs" className={classes.chemistry}>
      {CHEMISTRIES.map((chemistry) => {
        const volts = VOLTAGE_LIMITS[chemistry][kind]
        return (
          <Button key={chemistry} variant="default" px="sm" fz="sm" onClick={() => onChoose(volts)}>
            {texts.chemistries[chemistry](format.number(volts, 1))}
          </Button>
        )
      })}
    </Group>
  )
}
