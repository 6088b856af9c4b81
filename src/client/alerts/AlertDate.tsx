import { useTranslate } from 'react-admin'
import { datesOf } from '../../model/effects/build-effects'
import { ChoiceSelect } from '../../ui/inputs/ChoiceSelect'
import type { InputProps } from '../../ui/field-view'
import { textOf } from '../../ui/inputs/TextBox'
import { useConsole } from '../console/console'
import { useFieldLabel } from '../console/labels'
import { useCatalogue } from './use-catalogue'

/** The date of its module's records that an alert goes by, as their list calls it. */
export default function AlertDate({ value, onChange, help, form, ...rest }: InputProps) {
  const translate = useTranslate()
  const { model } = useConsole()
  const catalogue = useCatalogue(form)
  const entity = catalogue ? model.entities[catalogue.entity] : undefined
  const label = useFieldLabel(catalogue ?? { name: '', entity: '' })
  // Dates of people first: when a record was made or changed is asked for less often.
  const dates = entity ? [...datesOf(entity)].sort((one, other) => Number(one.system) - Number(other.system)) : []
  const chosen = textOf(value)
  const options = dates.map(({ name }) => ({ value: name, label: label(name) }))
  const isKnown = chosen === '' || options.some((option) => option.value === chosen)
  return (
    <ChoiceSelect
      {...rest}
      value={chosen}
      onChange={(next) => onChange(next === '' ? null : next)}
      help={entity && dates.length === 0 ? translate('alerts.no_dates') : help}
      options={isKnown ? options : [...options, { value: chosen, label: chosen }]}
    />
  )
}
