import type { ComponentType } from 'react'
import { fieldTypes } from '../../fields/data'
import { viewOf } from '../../fields/view'
import { typeOf } from '../../model/canonical'
import type { Field } from '../../model/field'
import { valueWithin } from '../../model/inner-field'
import { isSortable } from '../../model/list-operators'
import type { Json, JsonObject } from '../../model/json'
import type { Model } from '../../model/model'
import type { Column, Resource } from '../../model/resource'
import { fieldBehind } from '../../model/row-keys'
import type { FieldLabel } from '../console/labels'
import type { ClientFeature } from '../feature'
import type { CellProps, FieldView } from '../../ui/field-view'

/** A column as it is drawn. */
export interface ShownColumn {
  /** Wire key of its value. */
  readonly f: string
  readonly label: string
  readonly field: Field
  readonly Cell: ComponentType<CellProps>
  readonly view: FieldView
  readonly badge: boolean
  /** Name of the icon that stands for its text. */
  readonly icon?: string
  readonly drawsEmpty?: (record: JsonObject) => boolean
  readonly sortable: boolean
  readonly width?: number
  readonly card?: boolean
  /** The reference whose record this value was taken from. */
  readonly from?: Field
  /** The compound field that holds this value. */
  readonly holder?: Field
}

/** Prepares columns for drawing; a column whose field this user may never see is left out. */
export function shownColumns(
  columns: readonly Column[],
  resource: Pick<Resource, 'entity'>,
  model: Model,
  label: FieldLabel,
  features: readonly ClientFeature[],
): readonly ShownColumn[] {
  const entity = model.entities[resource.entity]
  if (!entity) return []
  return columns.flatMap((column) => {
    const behind = fieldBehind(model, entity, column.f)
    if (!behind) return []
    const { field, from, holder } = behind
    const { alignOf, ...own } = viewOf(field.type)
    const view: FieldView = alignOf ? { ...own, align: alignOf(field) } : viewOf(field.type)
    const widget = widgetOf(features, column.widget)
    return [
      {
        f: column.f,
        label: label(column.f, { in: 'columns', title: column.title }),
        field,
        Cell: widget?.Cell ?? view.Cell,
        ...(widget?.drawsEmpty && { drawsEmpty: widget.drawsEmpty }),
        view,
        badge: column.as === 'badge',
        ...(column.as === 'icon' && { icon: column.icon ?? 'description' }),
        // No index knows the order of what stands within a value.
        sortable: isSortable(field, typeOf(field, fieldTypes)) && !(holder && entity.size === 'large'),
        ...(column.width ? { width: column.width } : {}),
        ...(column.card ? { card: true } : {}),
        ...(from ? { from } : {}),
        ...(holder ? { holder } : {}),
      },
    ]
  })
}

/** The value of a column in a record, also where it stands within a compound one. */
export function valueIn({ f, holder }: Pick<ShownColumn, 'f' | 'holder'>, record: JsonObject): Json {
  return holder ? valueWithin(record[holder.name], f.split('.').slice(1)) : (record[f] ?? null)
}

/** Whether a column has something to draw in a record. */
export const isDrawn = (column: ShownColumn, record: JsonObject): boolean =>
  valueIn(column, record) !== null || column.drawsEmpty?.(record) === true

/** The bespoke cell or input that metadata names. */
export const widgetOf = (features: readonly ClientFeature[], name: string | undefined) =>
  name === undefined ? undefined : features.find((feature) => feature.widgets?.[name])?.widgets?.[name]
