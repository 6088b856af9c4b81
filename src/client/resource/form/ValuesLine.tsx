import { useTranslate } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { Fragment, useMemo } from 'react'
import { fieldTypes } from '../../../fields/data'
import { typeOf } from '../../../model/canonical'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import type { FormRow } from '../../../model/resource'
import { isSame } from '../../../model/values/same'
import { LookupProvider, useLookup } from '../../../ui/lookup'
import { useConsole } from '../../console/console'
import { shownColumns } from '../columns'
import { FieldValue } from '../FieldValue'
import { useScope } from '../scope'
import { useFormRules, useStoredRecord } from './far-values'
import { allCells, openCells } from './form-fields'
import { CountOfRows } from './CountOfRows'

const MAX_VALUES = 4

/** What rows that are not shown have, in one line of the form's present values. */
export function ValuesLine({ rows }: { rows: readonly FormRow[] }) {
  const translate = useTranslate()
  const { model, features } = useConsole()
  const { resource, entity, label, isSeen } = useScope()
  const { getValues } = useFormContext()
  const contextOf = useFormRules()
  const stored = useStoredRecord()
  const lookup = useLookup()
  // A link in it would leave the form.
  const unlinked = useMemo(() => ({ ...lookup, href: () => null }), [lookup])
  const names = useMemo(() => allCells(rows).map(({ f }) => f), [rows])
  useWatch({ name: names })
  const values = getValues() as JsonObject
  const record = recordOf(values, stored)
  const cells = openCells(rows, contextOf(values)).filter(({ f }) => {
    const field = entity.fields[f]
    return field && isSaid(field, values[f] ?? null) && isSeen(field, values)
  })
  if (cells.length === 0) return <>{translate('form.group_empty')}</>
  const columns = shownColumns(
    cells.slice(0, MAX_VALUES).map(({ f }) => ({ f })),
    resource,
    model,
    label,
    features,
  )
  return (
    <LookupProvider value={unlinked}>
      {columns.map((column, at) => (
        <Fragment key={column.f}>
          {at > 0 && ' · '}
          {column.label}:{' '}
          {column.field.children ? (
            <CountOfRows value={record[column.f]} />
          ) : (
            <FieldValue column={column} record={record} />
          )}
        </Fragment>
      ))}
      {cells.length > MAX_VALUES && ` · ${translate('form.group_more', { smart_count: cells.length - MAX_VALUES })}`}
    </LookupProvider>
  )
}

/** Whether a value says something in a line: no drawing, no file, no password, and no flag that is down. */
function isSaid(field: Field, value: Json): boolean {
  const type = typeOf(field, fieldTypes)
  if (value === null || (Array.isArray(value) && value.length === 0)) return false
  return (
    field.children !== undefined ||
    (!type.writeOnly &&
      !type.file &&
      (type.inList !== false || typeof value === 'string') &&
      (type.inFiles !== 'flag' || value === 1))
  )
}

/** The values with the labels of those references that are as they were stored; others are looked up. */
function recordOf(values: JsonObject, stored: { readonly [name: string]: Json | undefined } = {}): JsonObject {
  return Object.fromEntries(
    Object.entries({ ...stored, ...values }).flatMap(([name, value]) => {
      const of = name.endsWith('__label') ? name.slice(0, -'__label'.length) : null
      return value === undefined || (of !== null && !isSame(values[of] ?? null, stored[of] ?? null))
        ? []
        : [[name, value] as const]
    }),
  )
}
