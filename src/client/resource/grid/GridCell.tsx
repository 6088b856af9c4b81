import FormHelperText from '@mui/material/FormHelperText'
import { memo } from 'react'
import type { Json } from '../../../model/json'
import { isEditable, isSeen } from '../../../model/rights/hidden'
import type { RuleContext } from '../../../model/rules/rule'
import { isRequired } from '../../../model/validation/validate'
import { Faint } from '../../../ui/show/Faint'
import type { ShownColumn } from '../columns'
import type { GridEvents } from '../children/grid-events'
import { dependencies } from '../../../ui/inputs/choice-rule'
import { InnerButton, type OpenLists } from '../children/inner-rows'
import { useOuterValues } from './outer-values'
import type { GridRow } from '../../provider/grid-rows'

interface GridCellProps {
  readonly source: string
  readonly column: ShownColumn
  readonly row: GridRow
  readonly at: number
  readonly label: string
  readonly error?: string
  readonly context: RuleContext
  readonly disabled: boolean
  readonly events: Pick<GridEvents, 'set' | 'preset' | 'leave'>
  /** False: shown as text, which becomes the input when it gets the focus (see `useNear`). */
  readonly near: boolean
  /** Which of the row's own lists are open. */
  readonly lists: OpenLists
}

/** One cell of a grid: its field's own input, or its value where it cannot be changed. */
export const GridCell = memo(function GridCell({
  source,
  column,
  row,
  at,
  label,
  error,
  context,
  disabled,
  events,
  near,
  lists,
}: GridCellProps) {
  const { field, view, Cell, f } = column
  const outer = useOuterValues()
  const value: Json = row[f] ?? null
  if (!isSeen(field, context)) return <Faint />
  if (field.children)
    return (
      <InnerButton
        source={`${source}.${at}.${f}`}
        column={column}
        row={row}
        label={label}
        error={error}
        isWrong={lists.wrong.includes(f)}
        lists={lists}
      />
    )
  if (!near) {
    return (
      <div className="far" data-field={`${source}.${at}.${f}`} tabIndex={-1}>
        {value !== null && <Cell field={field} value={value} record={row} />}
        {error && <FormHelperText error>{error}</FormHelperText>}
      </div>
    )
  }
  if (field.readOnly || field.system)
    return <div className="far">{value === null ? <Faint /> : <Cell field={field} value={value} record={row} />}</div>
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
      form={dependencies(field).length > 0 ? { ...row, ...outer } : row}
    />
  )
})
