import Skeleton from '@mui/material/Skeleton'
import { useMemo, type ReactNode } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import { useGetOne, type Identifier, type RaRecord } from 'react-admin'
import { FailedAlert } from '../../console/FailedAlert'
import type { JsonObject } from '../../../model/json'
import { useConsole } from '../../console/console'
import { shownColumns, type ShownColumn } from '../columns'
import { explainColumn } from '../explain/explain-column'
import { Facts } from '../Facts'
import { useScope } from '../scope'

interface RowDetailsProps {
  readonly record: JsonObject
  /** The columns of the table. */
  readonly columns: readonly ShownColumn[]
}

/** More of a record below its row: `list.details` of the resource. */
export default function RowDetails(props: RowDetailsProps) {
  const { resource } = useScope()
  return resource.list.reads ? <ReadDetails {...props} /> : <DetailFacts {...props} />
}

function DetailFacts({ record, columns }: RowDetailsProps) {
  const { actor, model, features } = useConsole()
  const { resource, label } = useScope()
  // What a column only shows is explained here.
  const explained = columns.filter(
    (column) =>
      explainColumn(column, record, { actor, model, resource }) !== null &&
      !resource.list.details.some(({ f }) => f === column.f),
  )
  const details = useMemo(
    () => shownColumns(resource.list.details, resource, model, label, features),
    [resource, model, label, features],
  )
  return <Facts columns={[...details, ...explained]} record={record} />
}

/** A row that is less than its record: the record is read, and read again when the row has another version. */
function ReadDetails({ record, columns }: RowDetailsProps): ReactNode {
  const { resource } = useScope()
  const { data, error, isFetching, refetch } = useGetOne<RaRecord, Error>(
    resource.name,
    { id: record['id'] as Identifier, meta: { version: record['version'] } },
    { placeholderData: keepPreviousData, retry: false, onError: () => undefined },
  )
  if (data) return <DetailFacts record={data} columns={columns} />
  if (!error) return <Skeleton variant="text" width="60%" aria-busy />
  return <FailedAlert failure={error} busy={isFetching} onRetry={() => void refetch()} />
}
