import type { JsonObject } from '../../model/json'
import { AppLink } from '../../ui/show/AppLink'
import { TextIcon } from '../../ui/show/TextIcon'
import { Badge } from '../../ui/show/Badge'
import { Faint } from '../../ui/show/Faint'
import { useLookup } from '../../ui/lookup'
import { isDrawn, valueIn, type ShownColumn } from './columns'
import { useScope } from './scope'

/** The value of a column in a record: a dash where there is none, a link where it was taken from another record. */
export function FieldValue({
  column,
  record,
  full = false,
}: {
  column: ShownColumn
  record: JsonObject
  full?: boolean
}) {
  const { isSeen } = useScope()
  const lookup = useLookup()
  const value = valueIn(column, record)
  const { field, from, holder, view } = column
  if (!isDrawn(column, record) || !isSeen(from ?? holder ?? field, record)) return <Faint />
  if (column.icon)
    return typeof value === 'string' && value.trim() !== '' ? (
      <TextIcon name={column.icon} label={column.label} text={value} />
    ) : (
      <Faint />
    )
  // A widget named for the column takes precedence over the type's own view.
  const Cell = full && view.Full && column.Cell === view.Cell ? view.Full : column.Cell
  const cell = <Cell field={field} value={value} record={record} />
  if (column.badge && !view.badge) return <Badge>{cell}</Badge>
  // A reference leads to what it names itself.
  const id = from && !field.ref ? record[from.name] : null
  const href = from && (typeof id === 'number' || typeof id === 'string') ? lookup.href?.(from, id, record) : null
  return href ? (
    <AppLink to={href} color="inherit">
      {cell}
    </AppLink>
  ) : (
    cell
  )
}
