import { useTranslate } from 'react-admin'
import type { CellProps } from '../../ui/field-view'
import { textOf } from '../../ui/inputs/TextBox'
import { Faint } from '../../ui/show/Faint'
import { useConsole } from '../console/console'
import { useFieldLabel } from '../console/labels'
import { namedChoices, useAlertNames } from './AlertNames'
import { MessageCell } from './MessageCell'
import { alertMoveLabel } from './AlertMove'
import { useCatalogue } from './use-catalogue'

/** What an alert is about and whom it tells, in the words of its module; its messages as they were written. */
export function AlertCell(props: CellProps) {
  switch (props.field.name) {
    case 'date_field':
      return <DateCell {...props} />
    case 'move':
      return <MoveCell {...props} />
    case 'fields':
    case 'recipients':
      return <NamesCell {...props} />
    default:
      return <MessageCell {...props} />
  }
}

function NamesCell({ field, value, record }: CellProps) {
  const choices = useAlertNames(field.name, record)
  const named = namedChoices(value, choices ?? [])
  return named.length === 0 ? <Faint /> : <>{named.map(({ label }) => label).join(', ')}</>
}

function DateCell({ value, record }: CellProps) {
  const catalogue = useCatalogue(record)
  const label = useFieldLabel(catalogue ?? { name: '', entity: '' })
  const name = textOf(value)
  return name === '' ? <Faint /> : <>{catalogue ? label(name) : name}</>
}

function MoveCell({ value, record }: CellProps) {
  const translate = useTranslate()
  const { model } = useConsole()
  const catalogue = useCatalogue(record)
  const entity = catalogue ? model.entities[catalogue.entity] : undefined
  const move = textOf(value)
  return move === '' ? <Faint /> : <>{alertMoveLabel(translate, entity, move)}</>
}
