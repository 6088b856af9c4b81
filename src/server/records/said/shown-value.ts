import { typeOf } from '../../../model/canonical'
import type { Field } from '../../../model/field'
import type { FieldType } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import { choices } from '../../../model/rules/choices'
import { decimalText } from '../../../model/values/decimal'
import { dateText } from '../../../model/values/shown-date'
import { moneyText, type MoneyStyle } from '../../../model/values/shown-number'
import { kindOf, moneyStyle, shownMoment } from '../fields/value-texts'
import { choiceText, flagText } from '../fields/labels'
import { textStyle } from '../fields/text-style'
import type { RecordContext } from '../record-context'

/** A value as people read it, with its currency or unit; null: there is none. */
export function shownValue(
  { runtime: { words, fieldTypes }, actor, settings }: RecordContext,
  field: Field,
  value: Json,
): string | null {
  if (value === null) return null
  if (field.ref) return `#${String(value)}`
  if (choices(field).length > 0)
    return (Array.isArray(value) ? (value as readonly Json[]) : [value])
      .map((one) => choiceText(words, actor.language, field, String(one)))
      .join(', ')
  const type = typeOf(field, fieldTypes)
  switch (kindOf(field, type)) {
    case 'money':
      return amountText(value, moneyStyle({ settings }))
    case 'date':
      return dateText(String(value))
    case 'moment':
      return shownMoment(String(value), String(settings.timezone ?? 'UTC'))
  }
  if (type.json === 'boolean')
    return flagText(words, actor.language, field, value === 1, value === 1 ? 'logs.yes' : 'logs.no')
  const style = textStyle(actor.language, settings)
  const unit = unitOf(field, type, settings)
  return type.toWords?.(value, field, style) ?? `${type.toText(value, field, style)}${unit && `\u00a0${unit}`}`
}

/** What a number is counted in: by its schema, or as the company chose. */
function unitOf({ schema }: Field, { counts }: FieldType, settings: JsonObject): string {
  const own = schema['x-unit']
  return typeof own === 'string' ? own : counts?.unit ? String(settings.distance_unit_measure ?? '') : ''
}

/** With every digit: a price a kilometre may change by less than a cent. */
function amountText(value: Json, style: MoneyStyle): string {
  const digits = decimalText(value) ?? String(value)
  return moneyText(digits, {
    ...style,
    decimals_visible: Math.max(style.decimals_visible, digits.split('.')[1]?.length ?? 0),
  })
}

/**
 * Whether a field names a record of the program's own, whose number says nothing to anybody: no catalogue shows it, and
 * it is called by nothing else.
 */
export function isNameless({ model }: RecordContext, { ref, virtual }: Field): boolean {
  const target = ref && !virtual ? model.entities[ref.to] : undefined
  if (!target || target.represent.some((part) => !('field' in part) || part.field !== 'id')) return false
  return !Object.values(model.resources).some(({ entity, module }) => entity === target.name && module !== null)
}
