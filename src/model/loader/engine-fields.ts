import type { Entity, Trait } from '../entity'
import type { Field } from '../field'
import type { JsonObject } from '../json'

type EngineField = Omit<Field, 'entity'>

/** Identifiers and versions are PostgreSQL's `integer`. */
const INTEGER: JsonObject = { minimum: 1, maximum: 2_147_483_647 }

const STATES: JsonObject = {
  'x-values': [
    { value: '1', title: 'Activo', color: '#2e7d32' },
    { value: '0', title: 'Inactivo', color: '#757575' },
  ],
}

/** What the engine adds to every entity: `id` comes first, the rest last. A text id is written by people, once. */
export function idField(entity: string, key: Entity['key']): Field {
  if (!key) return { ...ID_FIELD, entity }
  return { ...ID_FIELD, entity, type: 'text', schema: { pattern: KEY_PATTERN, ...key }, system: false, required: true }
}

/** What a URL can hold without escaping. */
const KEY_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._-]*$'

const ID_FIELD: EngineField = engineField('id', 'integer', 'Código', INTEGER)

const STATE_FIELD: EngineField = {
  ...engineField('state', 'enum', 'Estado', STATES),
  system: false,
  required: true,
  default: '1',
}
const PARENT_FIELD: EngineField = { ...engineField('id_parent', 'ref', 'Depende de'), system: false }
const RANK_FIELD: EngineField = engineField('rank', 'decimal', 'Orden')
const LAST_FIELDS: readonly EngineField[] = [
  engineField('version', 'integer', 'Versión', INTEGER),
  engineField('date_created', 'datetime', 'Fecha de creación'),
  engineField('date_updated', 'datetime', 'Última modificación'),
  engineField('date_deleted', 'datetime', 'Fecha de eliminación'),
]

/** The engine's fields after the declared ones, with those of the traits; a record of another service has none. */
export function lastFields(entity: string, traits: readonly Trait[], remote: boolean): readonly Field[] {
  const fields = remote
    ? []
    : [
        ...(traits.includes('tree') ? [{ ...PARENT_FIELD, schema: { 'x-to': entity } }] : []),
        ...(traits.includes('activable') ? [STATE_FIELD] : []),
        ...(traits.includes('sortable') ? [RANK_FIELD] : []),
        ...LAST_FIELDS,
      ]
  return fields.map((field) => ({ ...field, entity }))
}

function engineField(name: string, type: string, title: string, schema: JsonObject = {}): EngineField {
  return {
    name,
    type,
    title,
    schema,
    required: false,
    system: true,
    readOnly: false,
    secret: false,
    search: false,
    unique: false,
    was: [],
  }
}
