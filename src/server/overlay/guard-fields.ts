import { AppError } from '../../model/errors'
import type { JsonObject } from '../../model/json'
import { definedField, type DynamicField } from '../../model/overlay'
import type { Tx } from '../database/database'
import { fieldTypes } from '../field-types'
import type { Hooks } from '../feature/hooks'
import type { Metadata } from '../metadata/metadata'

/** What cannot be changed once values may exist for it. */
const FIXED = ['entity', 'name', 'type'] as const

/**
 * A definition is checked like a schema file before it is saved, and is in force for this process before its writer is
 * answered; the other processes are notified.
 */
export const guardDynamicFields = (metadata: Metadata, apply: () => Promise<void>): Hooks => ({
  entity: 'dynamic_fields',
  async beforeSave({ tx }, data, before) {
    const moved = before ? FIXED.find((name) => data[name] !== undefined && data[name] !== before[name]) : undefined
    if (moved) throw new AppError('VALIDATION', { errors: { [moved]: { key: 'read_only' } } })
    const whole = { ...before, ...data }
    if (typeof whole.entity !== 'string' || typeof whole.name !== 'string' || typeof whole.type !== 'string') return data
    const found = definedField(metadata.base(), fieldTypes, definitionOf(whole))
    if ('error' in found) throw new AppError('VALIDATION', { errors: { [found.at]: { key: `dynamic.${found.error}` } } })
    if (!before && (await hadOtherType(tx, whole.entity, whole.name, whole.type))) {
      throw new AppError('VALIDATION', { errors: { name: { key: 'dynamic.other_type' } } })
    }
    return data
  },
  afterCommit: apply,
})

/** Values outlive their definition, and would be read as a different type. */
async function hadOtherType(tx: Tx, entity: string, name: string, type: string): Promise<boolean> {
  const there = await tx.selectFrom('dynamic_fields').select('id').where('date_deleted', 'is not', null)
    .where('entity', '=', entity).where('name', '=', name).where('type', '!=', type).limit(1).executeTakeFirst()
  return there !== undefined
}

const definitionOf = (row: JsonObject): DynamicField => ({
  entity: String(row.entity), name: String(row.name), title: String(row.title ?? row.name), type: String(row.type),
  help: typeof row.help === 'string' ? row.help : null, options: typeof row.options === 'string' ? row.options : null,
  required: row.required === 1 || row.required === true,
})
