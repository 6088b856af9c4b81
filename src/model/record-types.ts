import type { Entity } from './entity'
import type { Field } from './field'
import type { FieldTypes } from './field-type'
import type { Model } from './model'

/**
 * TypeScript source with one interface per entity, for its records on the wire: `users` → `export interface Users`.
 * Fields that are secret or never read back are left out; expanded and flat names are included.
 */
export function recordTypes(model: Model, fieldTypes: FieldTypes): string {
  const entities = Object.values(model.entities)
  const interfaces = entities.map((entity) => interfaceOf(entity, model, fieldTypes))
  const table = entities.map((entity) => `  readonly ${entity.name}: ${typeName(entity.name)}`)
  return [
    '// Made from schemas/ by `npm run generate`; changes here are lost.',
    ...(interfaces.some((text) => /\bJson\b/.test(text)) ? ["import type { Json } from '../src/model/json'"] : []),
    '',
    ...interfaces.flatMap((text) => [text, '']),
    '/** Record types by entity. */',
    `export interface Records {\n${table.join('\n')}\n}`,
    '',
  ].join('\n')
}

/** `type_vehicles` → `TypeVehicles`. */
export function typeName(entity: string): string {
  return entity
    .split('_')
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
}

function interfaceOf(entity: Entity, model: Model, fieldTypes: FieldTypes): string {
  const lines = Object.values(entity.fields).flatMap((field) => fieldLines(field, model, fieldTypes))
  return `/** ${comment(entity.title)} (\`${entity.name}\`). */\nexport interface ${typeName(entity.name)} {\n${lines.join('\n')}\n}`
}

function fieldLines(field: Field, model: Model, fieldTypes: FieldTypes): string[] {
  if (field.secret || fieldTypes[field.type]?.writeOnly) return []
  const type = `${typeOf(field, fieldTypes)}${isNeverNull(field) ? '' : ' | null'}`
  const lines = [`  /** ${comment(field.title)} */`, `  readonly ${field.name}: ${type}`]
  const target = field.ref && model.entities[field.ref.to]
  for (const [wire, name] of Object.entries(field.ref?.expand ?? {})) {
    const far = target?.fields[name]
    if (far) lines.push(`  readonly ${wire}: ${typeOf(far, fieldTypes)} | null`)
  }
  for (const [part, wire] of Object.entries(field.flat ?? {}))
    lines.push(`  readonly ${wire}: ${part === 'kind' ? 'string' : 'number'} | null`)
  return lines
}

function typeOf(field: Field, fieldTypes: FieldTypes): string {
  return fieldTypes[field.type]?.typescript(field) ?? 'unknown'
}

/** Of the engine's columns only the rank and the date of removal may be empty. */
function isNeverNull(field: Field): boolean {
  return field.required || ['id', 'version', 'date_created', 'date_updated'].includes(field.name)
}

function comment(text: string): string {
  return text.replaceAll('*/', '* /').replace(/\s+/g, ' ')
}
