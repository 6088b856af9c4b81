/** What the tables of a Model look like in the database; statements are built from the difference to what is there. */
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
  /** The primary key, a text that people give. */
  readonly key?: true
  /** Former names, newest first. */
  readonly was: readonly string[]
}

/** A constraint or index. Its name ends in a hash of what it says, so a name that is there needs no second look. */
export interface ObjectShape {
  readonly name: string
  readonly kind: 'unique' | 'check' | 'foreign' | 'index' | 'search'
  readonly columns: readonly string[]
  readonly create: string
  /** Query of the number of rows that stand in its way, as `n`; null: none can. */
  readonly against: string | null
  /** For a person: what the rows do wrong. */
  readonly fault: string
}
