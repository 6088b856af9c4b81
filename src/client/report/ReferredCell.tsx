import { viewOf } from '../../fields/view'
import type { Entity } from '../../model/entity'
import type { Json, JsonObject } from '../../model/json'
import type { TableBlock, TableColumn } from '../../model/report'
import { Faint } from '../../ui/show/Faint'
import { useConsole } from '../console/console'
import { useFieldLabel } from '../console/labels'
import { resourceOfRef } from '../provider/paths'
import { useScope } from '../resource/scope'

/** The records that the rows of a table are about. */
interface Referred {
  readonly entity: Entity
  readonly label: (f: string) => string
}

/** @returns null: the rows are about no records */
export function useReferred({ by }: TableBlock): Referred | null {
  const { model } = useConsole()
  const { entity } = useScope()
  const field = entity.fields[by]
  const target = field?.ref && model.entities[field.ref.to]
  const label = useFieldLabel({ name: (field && resourceOfRef(model, field)?.name) ?? '', entity: target?.name ?? '' })
  return target ? { entity: target, label } : null
}

/** A field of the record that a row is about. */
export function ReferredCell({
  referred,
  column,
  item,
}: {
  referred: Referred | null
  column: TableColumn & { readonly kind: 'field' }
  item: JsonObject
}) {
  const field = referred?.entity.fields[column.f]
  const value: Json = item[column.name] ?? null
  if (!field || value === null || value === '') return <Faint />
  const { Cell } = viewOf(field.type)
  return <Cell field={field} value={value} record={item} />
}
