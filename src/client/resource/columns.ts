import type { ComponentType } from 'react'
import { viewOf } from '../../fields/view'
import { fieldTypes } from '../../fields/data'
import { typeOf } from '../../model/canonical'
import type { Column, Entity, Field, Model, Resource } from '../../model/model'
import type { ClientFeature } from '../feature'
import type { CellProps, FieldView } from '../ui/field-view'

/** A column as it is drawn. */
export interface ShownColumn {
  /** Wire key of its value. */
  readonly f: string
  readonly label: string
  readonly field: Field
  readonly Cell: ComponentType<CellProps>
  readonly view: FieldView
  readonly badge: boolean
  readonly sortable: boolean
  readonly width?: number
  /** The reference whose record this value was taken from. */
  readonly from?: Field
}

/** The field behind a wire name: one of the entity's own, or one that a reference brings. */
export function fieldBehind(model: Model, entity: Entity, f: string): { field: Field; from?: Field } | null {
  const own = entity.fields[f]
  if (own) return { field: own }
  for (const from of Object.values(entity.fields)) {
    const there = from.ref?.expand[f]
    const field = there !== undefined && model.entities[from.ref?.to ?? '']?.fields[there]
    if (field) return { field: { ...field, name: f }, from }
  }
  return null
}

/** Makes columns ready to be drawn; one whose field this user may never see is left out. */
export function shownColumns(
  columns: readonly Column[], resource: Pick<Resource, 'entity'>, model: Model, label: (f: string) => string, features: readonly ClientFeature[],
): readonly ShownColumn[] {
  const entity = model.entities[resource.entity]
  if (!entity) return []
  return columns.flatMap((column) => {
    const behind = fieldBehind(model, entity, column.f)
    if (!behind) return []
    const { field, from } = behind
    const { alignOf, ...own } = viewOf(field.type)
    const view: FieldView = alignOf ? { ...own, align: alignOf(field) } : viewOf(field.type)
    return [{
      f: column.f,
      label: label(column.f),
      field,
      Cell: widgetOf(features, column.widget)?.Cell ?? view.Cell,
      view,
      badge: column.as === 'badge',
      sortable: !field.dynamic && typeOf(field, fieldTypes).sortable,
      ...(column.width ? { width: column.width } : {}),
      ...(from ? { from } : {}),
    }]
  })
}

/** The bespoke cell or input that metadata names. */
export const widgetOf = (features: readonly ClientFeature[], name: string | undefined) =>
  name === undefined ? undefined : features.find((feature) => feature.widgets?.[name])?.widgets?.[name]
