import { AppError } from '../../model/errors'
import type { JsonObject } from '../../model/json'
import { definedField, type DynamicField } from '../../model/overlay'
import { fieldTypes } from '../field-types'
import type { Hooks } from '../feature'
import type { Metadata } from '../metadata/metadata'

/** What stays as it is once values may stand under it. */
const FIXED = ['entity', 'name', 'type'] as const

/**
 * A definition is held against the same checks as a schema file before it is kept, and is in force for this process before its writer is
 * answered; the other processes hear of it.
 */
export const guardDynamicFields = (metadata: Metadata, apply: () => Promise<void>): Hooks => ({
  entity: 'dynamic_fields',
  async beforeSave(_context, data, before) {
    const moved = before ? FIXED.find((name) => data[name] !== undefined && data[name] !== before[name]) : undefined
    if (moved) throw new AppError('VALIDATION', { errors: { [moved]: { key: 'read_only' } } })
    const whole = { ...before, ...data }
    if (typeof whole.entity !== 'string' || typeof whole.name !== 'string' || typeof whole.type !== 'string') return data
    const found = definedField(metadata.base(), fieldTypes, definitionOf(whole))
    if ('fault' in found) throw new AppError('VALIDATION', { errors: { [found.at]: { key: `dynamic.${found.fault}` } } })
    return data
  },
  afterCommit: apply,
})

const definitionOf = (row: JsonObject): DynamicField => ({
  entity: String(row.entity), name: String(row.name), title: String(row.title ?? row.name), type: String(row.type),
  help: typeof row.help === 'string' ? row.help : null, options: typeof row.options === 'string' ? row.options : null,
  required: row.required === 1 || row.required === true,
})
