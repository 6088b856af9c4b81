import type { ColumnShape } from '../migrate/shape'

/** Properties of the engine's own columns beyond their field type. Inserts may leave all of them out. */
export const ENGINE_COLUMNS: { readonly [name: string]: Partial<ColumnShape> } = {
  id: { type: 'integer', notNull: true, identity: true },
  version: { type: 'integer', notNull: true, default: '1' },
  date_created: { notNull: true, default: 'now()' },
  date_updated: { notNull: true, default: 'now()' },
}

/** Holds the values of the fields that administrators defined, by name. */
export const DYNAMIC_COLUMN = 'dynamic_values'
