import { useTranslate } from 'react-admin'
import { ChoiceSelect } from '../../ui/inputs/ChoiceSelect'
import type { Entity } from '../../model/entity'
import type { InputProps } from '../../ui/field-view'
import { textOf } from '../../ui/inputs/TextBox'
import { useConsole } from '../console/console'
import { useCatalogue } from './use-catalogue'

type Translate = (key: string, options: object) => string

/** What the catalogue's own button of a change of state says. */
export const alertMoveLabel = (translate: Translate, entity: Entity | undefined, move: string): string =>
  translate(`entities.${entity?.name ?? ''}.moves.${move}`, { _: entity?.flow?.moves[move]?.title ?? move })

/** Which change of state an alert is about, by the words of the catalogue's own buttons. */
export default function AlertMove({ value, onChange, help: _help, form, ...rest }: InputProps) {
  const translate = useTranslate()
  const { model } = useConsole()
  const catalogue = useCatalogue(form)
  const entity = catalogue ? model.entities[catalogue.entity] : undefined
  const moves = Object.entries(entity?.flow?.moves ?? {})
  const chosen = textOf(value)
  const options = moves.map(([name]) => ({ value: name, label: alertMoveLabel(translate, entity, name) }))
  const isKnown = chosen === '' || moves.some(([name]) => name === chosen)
  return (
    <ChoiceSelect
      {...rest}
      value={chosen}
      onChange={(next) => onChange(next === '' ? null : next)}
      help={entity && moves.length === 0 ? translate('alerts.no_moves') : undefined}
      options={isKnown ? options : [...options, { value: chosen, label: chosen }]}
    />
  )
}
