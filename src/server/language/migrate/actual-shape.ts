import type { Tx } from '../../platform/database/database'
import { runSql } from './run-sql'

/** What is in the database, from its catalogue. */
export interface ActualShape {
  readonly tables: Map<string, ActualTable>
  /** Names that something else than a table has: views, indexes, sequences, partitions. */
  readonly others: ReadonlySet<string>
  readonly fold: string | null
  readonly order: string | null
  readonly trigrams: 'there' | 'available' | 'missing'
}

export interface ActualTable {
  readonly columns: ReadonlyMap<string, ActualColumn>
  /** Constraints and indexes by name; an index that was left half made is none. */
  readonly objects: ReadonlyMap<string, 'constraint' | 'index'>
}

export interface ActualColumn {
  readonly type: string
  readonly notNull: boolean
  readonly default: string | null
  readonly identity: boolean
}

/** Reads the tables of the current schema in five queries, however many there are. */
export async function actualShape(tx: Tx): Promise<ActualShape> {
  const columns = await runSql<{
    t: string
    name: string
    type: string
    not_null: boolean
    identity: boolean
    by_default: string | null
  }>(
    tx,
    `
    select c.relname as t, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as not_null,
      a.attidentity <> '' as identity, pg_get_expr(d.adbin, d.adrelid) as by_default
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname, a.attnum`,
  )
  const constraints = await runSql<{ t: string; name: string }>(
    tx,
    `
    select c.relname as t, k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = current_schema()::regnamespace and k.contype in ('c', 'f') and not c.relispartition`,
  )
  const indexes = await runSql<{ t: string; name: string }>(
    tx,
    `
    select c.relname as t, i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid
    join pg_class c on c.oid = x.indrelid
    where c.relnamespace = current_schema()::regnamespace and x.indisvalid and not x.indisprimary
      and not c.relispartition`,
  )
  const others = await runSql<{ name: string }>(
    tx,
    `
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace
      and (relkind not in ('r', 'p') or relispartition)`,
  )
  const [more] = await runSql<{ fold: string | null; order: string | null; trigrams: ActualShape['trigrams'] }>(
    tx,
    `
    select (select prosrc from pg_proc
      where proname = 'tr_fold' and pronamespace = current_schema()::regnamespace) as fold,
      (select prosrc from pg_proc
        where proname = 'tr_order' and pronamespace = current_schema()::regnamespace) as "order",
      case when exists (select 1 from pg_extension where extname = 'pg_trgm') then 'there'
        when exists (select 1 from pg_available_extensions where name = 'pg_trgm') then 'available' else
        'missing' end as trigrams`,
  )

  const tables = new Map<string, { columns: Map<string, ActualColumn>; objects: Map<string, 'constraint' | 'index'> }>()
  const table = (name: string) => {
    const found = tables.get(name) ?? { columns: new Map(), objects: new Map() }
    tables.set(name, found)
    return found
  }
  for (const row of columns) {
    table(row.t).columns.set(row.name, {
      type: row.type,
      notNull: row.not_null,
      default: row.by_default,
      identity: row.identity,
    })
  }
  for (const row of constraints) table(row.t).objects.set(row.name, 'constraint')
  for (const row of indexes) table(row.t).objects.set(row.name, 'index')
  return {
    tables,
    others: new Set(others.map(({ name }) => name)),
    fold: more?.fold ?? null,
    order: more?.order ?? null,
    trigrams: more?.trigrams ?? 'missing',
  }
}

/**
 * A number that changes whenever a table, column, constraint or index does, except for partitions, which come and go
 * with time.
 */
export async function catalogFingerprint(tx: Tx): Promise<string> {
  const [row] = await runSql<{ print: string }>(
    tx,
    `
    select md5(coalesce(string_agg(line, chr(10) order by line), '')) as print from (
      select concat_ws(' ', c.relkind, c.relname) as line from pg_class c
        where c.relnamespace = current_schema()::regnamespace and not c.relispartition
      union all
      select concat_ws(' ', c.relname, a.attname, a.atttypid, a.atttypmod, a.attnotnull, a.atthasdef) from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      union all
      select concat_ws(' ', k.conname, k.conrelid) from pg_constraint k
        where k.connamespace = current_schema()::regnamespace and not exists (select 1 from pg_class c
          where c.oid = k.conrelid and c.relispartition)
      union all
      select md5(prosrc) from pg_proc where proname in ('tr_fold', 'tr_order')
        and pronamespace = current_schema()::regnamespace
    ) as lines`,
  )
  return row?.print ?? ''
}
