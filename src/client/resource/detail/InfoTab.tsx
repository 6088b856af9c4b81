import Paper from '@mui/material/Paper'
import { useMemo } from 'react'
import type { JsonObject } from '../../../model/json'
import { useConsole } from '../../app/console'
import { shownColumns } from '../columns'
import { Facts } from '../Facts'
import { openCells } from '../form/form-fields'
import { useScope } from '../scope'

const SYSTEM = [{ f: 'id' }, { f: 'date_created' }, { f: 'date_updated' }]

/** Everything the form knows of the record, as it stands now, and its dates. */
export function InfoTab({ record }: { record: JsonObject }) {
  const { model, features } = useConsole()
  const { resource, label, contextOf } = useScope()
  const columns = useMemo(() => {
    const cells = openCells(resource.form.rows, contextOf(record)).filter(({ f }) => f in record)
    const brought = resource.list.columns.filter(
      ({ f }) => !cells.some((cell) => cell.f === f) && f !== 'state' && !SYSTEM.some((one) => one.f === f) && f in record,
    )
    return shownColumns([...cells, ...brought, ...SYSTEM], resource, model, label, features)
  }, [resource, model, label, features, contextOf, record])
  return (
    <Paper variant="outlined" sx={{ p: 2.5 }}>
      <Facts columns={columns} record={record} />
    </Paper>
  )
}
