import { useWatch } from 'react-hook-form'
import { useMemo, type CSSProperties } from 'react'
import { FieldGroup, TwelveColumns } from '../../form/FieldGroup'
import { viewOf } from '../../../fields/view'
import { holds } from '../../../model/rules/holds'
import type { JsonObject } from '../../../model/json'
import type { FormCell, FormGroup, FormRow } from '../../../model/resource'
import type { Rule } from '../../../model/rules/rule'
import { ruleFields } from '../../../model/rules/rule-fields'
import { useGroupTitle } from '../../console/labels'
import { useScope } from '../scope'
import { BoundInput } from './BoundInput'
import { ClosedGroup } from './ClosedGroup'
import { useFormRules } from './far-values'

/** The rows of a form on twelve columns; below 600 px each field has a line of its own. */
export function FormRows({ rows, autoFocus }: { rows: readonly FormRow[]; autoFocus?: string }) {
  const { entity } = useScope()
  // Where no field of a row has a label above it, none keeps room for one.
  const isLow = ({ f }: FormCell): boolean => {
    const field = entity.fields[f]
    return field !== undefined && viewOf(field.type).ownLabel === true
  }
  return rows.map((row, index) =>
    'cells' in row ? (
      <TwelveColumns key={index} style={row.cells.every(isLow) ? NO_GAP : undefined}>
        {row.cells.map((cell) => (
          <BoundInput key={cell.f} cell={cell} autoFocus={cell.f === autoFocus} />
        ))}
      </TwelveColumns>
    ) : row.show ? (
      <ConditionalGroup key={index} show={row.show} row={row} autoFocus={autoFocus} />
    ) : (
      <Group key={index} row={row} autoFocus={autoFocus} />
    ),
  )
}

const NO_GAP = { '--label-gap': '0px' } as CSSProperties

interface GroupProps {
  readonly row: FormGroup
  readonly autoFocus?: string
}

function ConditionalGroup({ show, row, autoFocus }: GroupProps & { readonly show: Rule }) {
  const contextOf = useFormRules()
  const names = useMemo(() => ruleFields(show), [show])
  const values = useWatch({ name: names })
  const record: JsonObject = Object.fromEntries(
    names.map((name, index) => [name, (values[index] ?? null) as JsonObject[string]]),
  )
  return holds(show, contextOf(record)) ? <Group row={row} autoFocus={autoFocus} /> : null
}

function Group({ row, autoFocus }: GroupProps) {
  const { resource } = useScope()
  const title = useGroupTitle(resource)(row)
  const rows = <FormRows rows={row.rows} autoFocus={autoFocus} />
  if (title === null) return rows
  if (row.collapsed)
    return (
      <ClosedGroup title={title} rows={row.rows}>
        {rows}
      </ClosedGroup>
    )
  return <FieldGroup title={title}>{rows}</FieldGroup>
}
