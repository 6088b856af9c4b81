import { styled } from '@mui/material/styles'
import { useWatch } from 'react-hook-form'
import { useMemo } from 'react'
import { holds } from '../../../model/holds'
import type { JsonObject } from '../../../model/json'
import type { FormRow } from '../../../model/model'
import { ruleFields } from '../../../model/rule-fields'
import { BoundInput } from './BoundInput'
import { useFormRules } from './far-values'

/** The rows of a form on twelve columns; below 600 px each field has a line of its own. */
export function FormRows({ rows, autoFocus }: { rows: readonly FormRow[]; autoFocus?: string }) {
  return rows.map((row, index) =>
    'cells' in row
      ? (
        <Twelve key={index}>
          {row.cells.map((cell) => <BoundInput key={cell.f} cell={cell} autoFocus={cell.f === autoFocus} />)}
        </Twelve>
      )
      : <ConditionalRows key={index} row={row} />,
  )
}

function ConditionalRows({ row }: { row: Extract<FormRow, { when: unknown }> }) {
  const contextOf = useFormRules()
  const names = useMemo(() => ruleFields(row.when), [row.when])
  const values = useWatch({ name: names })
  const record: JsonObject = Object.fromEntries(names.map((name, index) => [name, (values[index] ?? null) as JsonObject[string]]))
  return holds(row.when, contextOf(record)) ? <FormRows rows={row.rows} /> : null
}

const Twelve = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
  gap: theme.spacing(2),
  '& > *': { gridColumn: 'span var(--columns, 12)' },
  // A row whose fields are all hidden leaves no gap.
  '&:empty': { display: 'none' },
  [theme.breakpoints.down('sm')]: { '& > *': { gridColumn: '1 / -1' } },
}))
