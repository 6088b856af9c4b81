import { memo } from 'react'
import type { Json } from '../../../model/json'
import { isEditable, isSeen } from '../../../model/hidden'
import type { RuleContext } from '../../../model/rule'
import { isRequired } from '../../../model/validate'
import { Faint } from '../../ui/Faint'
import type { ShownColumn } from '../columns'
import type { GridEvents } from './grid-events'
import type { GridRow } from './rows'

export interface GridCellProps {
  readonly source: string
  readonly column: ShownColumn
  readonly row: GridRow
  readonly at: number
  readonly label: string
  readonly error?: string
  readonly context: RuleContext
  readonly disabled: boolean
  readonly events: GridEvents
}

/** One cell of a grid: its field's own input, or its value where it is not to be changed. */
export const GridCell = memo(function GridCell({ source, column, row, at, label, error, context, disabled, events }: GridCellProps) {
  const { field, view, Cell, f } = column
  const value: Json = row[f] ?? null
  if (!isSeen(field, context)) return <Faint />
  if (field.readOnly || field.system) return value === null ? <Faint /> : <Cell field={field} value={value} record={row} />
  return (
    <view.Input
      field={field}
      source={`${source}.${at}.${f}`}
      label={label}
      value={value}
      onChange={(next) => events.set(at, f, next)}
      onPreset={(next) => events.preset(at, f, next)}
      onBlur={() => events.leave(at, f)}
      error={error}
      required={isRequired(field, context)}
      disabled={disabled || !isEditable(field, context)}
      form={row}
    />
  )
})
