import { styled } from '@mui/material/styles'
import type { JsonObject } from '../../model/json'
import { useConsole } from '../console/console'
import { isDrawn, type ShownColumn } from './columns'
import { ExplainButton } from './explain/ExplainButton'
import { explainColumn } from './explain/explain-column'
import { FieldValue } from './FieldValue'
import { useScope } from './scope'

/** Labels and values in as many columns as fit; values that this user may not see are left out. */
export function Facts({ columns, record }: { columns: readonly ShownColumn[]; record: JsonObject }) {
  const { isSeen } = useScope()
  return (
    <FactList>
      {columns
        .filter(({ field, from, holder }) => isSeen(from ?? holder ?? field, record))
        .map((column) => (
          <div key={column.f} data-wide={isWide(column, record)}>
            <dt>{column.label}</dt>
            <dd>
              <FieldValue column={column} record={record} full />
              <Explained column={column} record={record} />
            </dd>
          </div>
        ))}
    </FactList>
  )
}

function Explained({ column, record }: { readonly column: ShownColumn; readonly record: JsonObject }) {
  const { resource } = useScope()
  const { actor, model } = useConsole()
  const asked = explainColumn(column, record, { actor, model, resource })
  return asked && <ExplainButton {...asked} label={column.label} />
}

// A long text needs the whole line, unless there is none.
const isWide = (column: ShownColumn, record: JsonObject): boolean =>
  column.view.wide === true && isDrawn(column, record)

const FactList = styled('dl')(({ theme }) => ({
  margin: 0,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))',
  gap: '14px 24px',
  '& > [data-wide=true]': { gridColumn: '1 / -1' },
  '& dt': { fontSize: theme.typography.pxToRem(12.5), lineHeight: '18px', color: theme.palette.text.secondary },
  '& dd': { margin: '2px 0 0', fontSize: theme.typography.pxToRem(14), lineHeight: '22px', overflowWrap: 'anywhere' },
}))
