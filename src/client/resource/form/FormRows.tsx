import { styled } from '@mui/material/styles'
import { useWatch } from 'react-hook-form'
import { useId, useMemo, type CSSProperties } from 'react'
import { viewOf } from '../../../fields/view'
import { holds } from '../../../model/rules/holds'
import type { JsonObject } from '../../../model/json'
import type { FormCell, FormGroup, FormRow } from '../../../model/resource'
import type { Rule } from '../../../model/rules/rule'
import { ruleFields } from '../../../model/rules/rule-fields'
import { useGroupTitle } from '../../console/labels'
import { GroupTitle } from '../../../ui/show/GroupTitle'
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
      <Twelve key={index} style={row.cells.every(isLow) ? NO_GAP : undefined}>
        {row.cells.map((cell) => (
          <BoundInput key={cell.f} cell={cell} autoFocus={cell.f === autoFocus} />
        ))}
      </Twelve>
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
  const id = useId()
  const title = useGroupTitle(resource)(row)
  const rows = <FormRows rows={row.rows} autoFocus={autoFocus} />
  if (title === null) return rows
  if (row.collapsed)
    return (
      <ClosedGroup title={title} rows={row.rows}>
        {rows}
      </ClosedGroup>
    )
  return (
    <Titled role="group" aria-labelledby={id}>
      <GroupTitle id={id}>{title}</GroupTitle>
      {rows}
    </Titled>
  )
}

const Titled = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(2),
  paddingTop: theme.spacing(1),
  // This user may see nothing in it, or nothing is open now.
  '&:not(:has([data-form-cell]))': { display: 'none' },
}))

const Twelve = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
  gap: theme.spacing(2),
  '& > *': { gridColumn: 'span var(--columns, 12)' },
  // A row whose fields are all hidden leaves no gap.
  '&:empty': { display: 'none' },
  [theme.breakpoints.down('sm')]: { '& > *': { gridColumn: '1 / -1' } },
}))
