import { useMemo } from 'react'
import type { JsonObject } from '../../../model/json'
import { useConsole } from '../../app/console'
import { shownColumns } from '../columns'
import { Facts } from '../Facts'
import { useScope } from '../scope'
import { cellCount, type TableShape } from './TableHead'

/** More of a record below its row: `list.details` of the resource. */
export function RowDetails({ record, shape }: { record: JsonObject; shape: TableShape }) {
  const { model, features } = useConsole()
  const { resource, label } = useScope()
  const details = useMemo(() => shownColumns(resource.list.details, resource, model, label, features), [resource, model, label, features])
  return <tr className="details"><td colSpan={cellCount(shape)}><div><Facts columns={details} record={record} /></div></td></tr>
}
