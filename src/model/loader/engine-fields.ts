import type { JsonObject } from '../json'
import type { Field, Trait } from '../model'

type EngineField = Omit<Field, 'entity'>

/** Identifiers and versions are PostgreSQL's `integer`. */
const INTEGER: JsonObject = { minimum: 1, maximum: 2_147_483_647 }

const STATES: JsonObject = {
  'x-values': [
    { value: '1', title: 'Activo', color: '#2e7d32' },
    { value: '0', title: 'Inactivo', color: '#757575' },
  ],
}

/** What the engine brings to every entity: `id` stands first, the rest last. */
export const idField = (entity: string): Field => ({ ...ID_FIELD, entity })

const ID_FIELD: EngineField = engineField('id', 'integer', 'Código', INTEGER)

const STATE_FIELD: EngineField = { ...engineField('state', 'enum', 'Estado', STATES), system: false, required: true, default: '1' }
const RANK_FIELD: EngineField = engineField('rank', 'decimal', 'Orden')
const LAST_FIELDS: readonly EngineField[] = [
  engineField('version', 'integer', 'Versión', INTEGER),
  engineField('date_created', 'datetime', 'Fecha de creación'),
  engineField('date_updated', 'datetime', 'Última modificación'),
  engineField('date_deleted', 'datetime', 'Fecha de eliminación'),
]

/** The engine's fields after the declared ones, with those of the traits. */
export function lastFields(entity: string, traits: readonly Trait[]): readonly Field[] {
  const fields = [
    ...(traits.includes('activable') ? [STATE_FIELD] : []),
    ...(traits.includes('sortable') ? [RANK_FIELD] : []),
    ...LAST_FIELDS,
  ]
  return fields.map(field => ({ ...field, entity }))
}

function engineField(name: string, type: string, title: string, schema: JsonObject = {}): EngineField {
  return {
    name, type, title, schema, required: false, system: true, readOnly: false, secret: false, search: false, unique: false, was: [],
  }
}
