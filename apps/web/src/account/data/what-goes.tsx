import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../format/use-format.ts'
import { fleetQuery } from '../../shell/fleet-queries.ts'
import { useTexts } from '../../texts/use-texts.ts'

/** The boats that go with the account, by name. */
export function WhatGoes() {
  const { data: texts } = useTexts()
  const { data: boats = [] } = useQuery(fleetQuery)
  const { locale } = useFormat()
  if (boats.length === 0) return null
  const names = new Intl.ListFormat(locale).format(boats.map(({ vessel }) => vessel.name))
  return <p style={{ margin: 0 }}>{(boats.length === 1 ? texts.remove.goes : texts.remove.goesMany)(names)}</p>
}
