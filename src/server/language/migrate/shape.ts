/** How the tables of a Model look in the database; statements are derived from the difference to what is there. */
export interface Shape {
  readonly tables: readonly TableShape[]
  /** Some index needs the extension pg_trgm. */
  readonly trigrams: boolean
}

export interface TableShape {
  readonly name: string
  /** Former names, newest first. */
  readonly was?: readonly string[]
  readonly columns: readonly ColumnShape[]
  readonly objects: readonly ObjectShape[]
}

export interface ColumnShape {
  readonly name: string
  /** As PostgreSQL's `format_type` writes it. */
  readonly type: string
  readonly notNull: boolean
  /** An SQL expression. */
  readonly default: string | null
  readonly identity: boolean
  /** The primary key, a text that people choose. */
  readonly key?: true
  /** Former names, newest first. */
  readonly was: readonly string[]
}

/** A constraint or index. Its name ends in a hash of its definition, so an existing name needs no further check. */
export interface ObjectShape {
  readonly name: string
  readonly kind: 'unique' | 'check' | 'foreign' | 'index' | 'search'
  readonly columns: readonly string[]
  readonly create: string
  /** Query for the number of rows that violate it, as `n`; null: none can. */
  readonly against: string | null
  /** For a person: how the rows violate it. */
  readonly error: string
}
