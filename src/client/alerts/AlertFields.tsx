import { useMemo } from 'react'
import type { InputProps } from '../../ui/field-view'
import { LazyChoicesSearch } from '../../ui/inputs/LazyChoiceSearch'
import { textOf } from '../../ui/inputs/TextBox'
import { fold } from '../../model/values/fold'
import { useConsole } from '../app/console'
import { useFieldLabel } from '../app/labels'
import { useCatalogue } from './use-catalogue'

/** The fields whose change an alert is about, chosen by their labels. */
export default function AlertFields({ value, onChange, form, ...rest }: InputProps) {
  const { model } = useConsole()
  const catalogue = useCatalogue(form)
  const entity = catalogue ? model.entities[catalogue.entity] : undefined
  const label = useFieldLabel(catalogue ?? { name: '', entity: '' })
  const choices = useMemo(() => Object.values(entity?.fields ?? {}).filter(({ computed, system, secret }) => !computed && !system && !secret).map(({ name }) => ({ id: name, label: label(name) })), [entity, label])
  const chosen = textOf(value).split(/[\s,;]+/).filter(Boolean).map((name) => choices.find(({ id }) => id === name) ?? { id: name, label: name })
  return (
    <LazyChoicesSearch
      {...rest} disabled={rest.disabled || !catalogue} chosen={chosen} find={(text) => Promise.resolve(choices.filter((one) => fold(one.label).includes(fold(text))))}
      onChoose={(next) => onChange(next.length === 0 ? null : next.map(({ id }) => id).join(', '))}
    />
  )
}
