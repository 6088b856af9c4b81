import { askedEntity } from '../../../model/forms/asked-entity'
import type { Entity } from '../../../model/entity'
import type { Json } from '../../../model/json'
import { MetadataErrors } from '../../../model/loader/metadata-error'
import { choices } from '../../../model/rules/choices'
import { parseRule } from '../../../model/rules/parse-rule'
import type { Operand } from '../../../model/rules/rule'
import { ruleText } from '../../../model/rules/rule-text'
import type { Db } from '../../platform/database/database'
import type { Hooks, PresentAt, SaidValue } from '../../language/feature/hooks'
import { fieldTypes } from '../../language/field-types'
import { labelKey } from '../../records/fields/row-columns'
import { fieldRow, publishedField } from '../../records/forms/read-forms'
import { livingRows } from '../../platform/database/engine-tables'

/** When a field is asked, in words: what files for people have in the condition's place. */
export const saidConditions: { readonly [field: string]: SaidValue } = {
  condition: { reads: ['id', 'id_form', 'condition'], say: (record) => String(record[labelKey('condition')] ?? '') },
}

/** Fields of forms with the sentence of each condition beside it. */
export const withConditions: NonNullable<Hooks['saidWith']> = async (db, records, at) => {
  const forms = [
    ...new Set(
      records.flatMap(({ condition, id_form }) => (condition && typeof id_form === 'number' ? [id_form] : [])),
    ),
  ]
  if (forms.length === 0) return records
  const asked = await askedOf(db, forms)
  return records.map((record) => {
    const entity = asked.get(Number(record.id_form))
    return record.condition && entity
      ? { ...record, [labelKey('condition')]: sentence(entity, record.condition, at) }
      : record
  })
}

async function askedOf(db: Db, forms: readonly number[]): Promise<ReadonlyMap<number, Entity>> {
  const rows = await livingRows(db, 'form_fields')
    .selectAll()
    .where('id_form', 'in', [...forms])
    .orderBy('rank')
    .orderBy('id')
    .execute()
  const fieldsOf = (form: number) =>
    rows.filter(({ id_form }) => Number(id_form) === form).map((row) => publishedField(fieldRow(row)))
  return new Map(forms.map((form) => [form, askedEntity(fieldsOf(form), fieldTypes)]))
}

/** A condition read aloud; one that no longer fits its form is said not to. */
function sentence(entity: Entity, condition: Json, { say }: PresentAt): string {
  const list = new MetadataErrors()
  const rule = parseRule(condition, { entity, entities: {}, fieldTypes, facts: [], settings: [] }, list.at(''))
  if (list.errors.length > 0) return say('condition.not_understood')
  const fieldOf = (operand: Operand) => (operand.kind === 'field' ? entity.fields[operand.field] : undefined)
  const isFlag = (operand: Operand): boolean => fieldOf(operand)?.type === 'flag'
  return ruleText(rule, {
    word: (key, params) => say(`rules.${key}`, params),
    field: (name) => entity.fields[name]?.title ?? name,
    literal: (operand, value) => {
      const field = fieldOf(operand)
      return (field && choices(field).find((choice) => choice.value === String(value))?.title) ?? null
    },
    isFlag,
    isDated: (operand) => fieldTypes[fieldOf(operand)?.type ?? '']?.isDated === true,
  })
}
