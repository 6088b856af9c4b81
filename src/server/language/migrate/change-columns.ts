import type { Tx } from '../../platform/database/database'
import type { ActualColumn, ActualTable } from './actual-shape'
import type { ChangeLog, WaitingChange } from './change-log'
import { columnText } from './create-table'
import { quoted, literal } from './names'
import { runSql } from './run-sql'
import type { TableShape, ColumnShape } from './shape'

/**
 * Whether a value, written as text, can be read as another type: PostgreSQL 15 has no such function of its own (16
 * has).
 */
const CREATE_FITS = `create or replace function tr_fits(value text, kind text) returns boolean stable language plpgsql as $fits$
begin
  execute format('select %L::%s', value, kind);
  return true;
exception when others then
  return false;
end $fits$`

const MAX_SHOWN = 3

/**
 * A change of type that may lose values, as a plan: how many rows have a value, and which of them the new type cannot
 * read. It can be applied when all fit; values are converted through their text form, so that nothing is silently
 * rounded.
 */
async function narrowing(
  tx: Tx,
  table: string,
  column: ColumnShape,
  there: ActualColumn,
  values: number,
): Promise<WaitingChange> {
  const name = quoted(column.name)
  await runSql(tx, CREATE_FITS)
  const misfits = await runSql<{ id: string; n: string }>(
    tx,
    `
    select id::text as id, (count(*) over ())::text as n from ${quoted(table)}
    where ${name} is not null and not tr_fits(${name}::text, ${literal(column.type)}) order by id limit ${MAX_SHOWN}`,
  )
  const rows = Number(misfits[0]?.n ?? 0)
  const what = `column ${column.name} shall become ${column.type}, and ${values} rows have a value as ${there.type}`
  if (rows > 0) {
    const examples = misfits.map(({ id }) => id).join(', ')
    return {
      table,
      rows,
      statements: [],
      what: `${what}; ${rows} of them do not fit (id ${examples}${rows > MAX_SHOWN ? ' …' : ''})`,
      how: 'Correct them, or give the field its old type back',
    }
  }
  return {
    table,
    rows: values,
    what: `${what}, which all fit`,
    how: 'To change them: npm run migrate -- --apply',
    statements: [
      `alter table ${quoted(table)} alter column ${name} drop default`,
      `alter table ${quoted(table)} alter column ${name} type ${column.type} using ${name}::text::${column.type}`,
    ],
  }
}

/**
 * How a column's values are converted to another type without losing anything: the expression over the column, or null
 * when that is impossible. Types as `format_type` writes them.
 */
function losslessChange(from: string, to: string, column: string): string | null {
  if (to === 'text' && /^(character varying|character|text|bigint|integer|smallint|numeric|date|uuid)\b/.test(from))
    return `${column}::text`
  const wider =
    WIDER[to]?.some((type) => type === from || (type.endsWith('*') && from.startsWith(type.slice(0, -1)))) ?? false
  if (!wider) return null
  return from === 'boolean' ? `${column}::integer::${to}` : `${column}::${to}`
}

const WIDER: { readonly [to: string]: readonly string[] } = {
  integer: ['smallint', 'boolean'],
  bigint: ['smallint', 'integer', 'boolean'],
  numeric: ['smallint', 'integer', 'bigint', 'numeric(*', 'boolean'],
  'timestamp(3) with time zone': [
    'timestamp(0) with time zone',
    'timestamp(1) with time zone',
    'timestamp(2) with time zone',
  ],
  jsonb: ['json'],
}

type Columns = Map<string, ActualColumn>

/** Gives columns their new names; a column that is already renamed, or exists under both names, is left alone. */
export async function renameColumns(
  tx: Tx,
  { name: table, columns: desired }: TableShape,
  columns: Columns,
  log: ChangeLog,
): Promise<void> {
  for (const column of desired) {
    if (columns.has(column.name)) continue
    const old = column.was.find((name) => columns.has(name) && !desired.some((other) => other.name === name))
    const there = old === undefined ? undefined : columns.get(old)
    if (old === undefined || !there) continue
    await runSql(tx, `alter table ${quoted(table)} rename column ${quoted(old)} to ${quoted(column.name)}`)
    columns.delete(old)
    columns.set(column.name, there)
    log.did(table, `column ${old} renamed to ${column.name}`)
  }
}

export async function addColumns(
  tx: Tx,
  { name: table, columns: desired }: TableShape,
  columns: Columns,
  log: ChangeLog,
): Promise<void> {
  for (const column of desired) {
    if (columns.has(column.name)) continue
    // Without a default, existing rows have nothing to put in: NOT NULL is added once they are filled.
    const notNull = column.notNull && column.default !== null
    await runSql(tx, `alter table ${quoted(table)} add column ${columnText({ ...column, notNull })}`)
    columns.set(column.name, { type: column.type, notNull, default: column.default, identity: column.identity })
    log.did(table, `column ${column.name} added`)
  }
}

/** Changes types where no value is lost; returns the columns whose type has to wait. */
export async function changeTypes(
  tx: Tx,
  { name: table, columns: desired }: TableShape,
  columns: Columns,
  log: ChangeLog,
): Promise<Set<string>> {
  const blocked = new Set<string>()
  for (const column of desired) {
    const there = columns.get(column.name)
    if (!there || there.type === column.type || column.identity) continue
    const name = quoted(column.name)
    const change = losslessChange(there.type, column.type, name)
    const values = change ? 0 : await countRowsOf(tx, `select count(${name}) as n from ${quoted(table)}`)
    if (values > 0) {
      blocked.add(column.name)
      log.keepsType({ table, column: column.name, type: column.type })
      log.waits(await narrowing(tx, table, column, there, values))
      continue
    }
    if (there.default !== null) await runSql(tx, `alter table ${quoted(table)} alter column ${name} drop default`)
    await runSql(
      tx,
      `alter table ${quoted(table)} alter column ${name} type ${column.type} using ${change ?? `null::${column.type}`}`,
    )
    columns.set(column.name, { ...there, type: column.type, default: null })
    log.did(table, `column ${column.name} changed from ${there.type} to ${column.type}`)
  }
  return blocked
}

/** @param declared defaults as the last migration wrote them, by column */
export async function changeDefaults(
  tx: Tx,
  { name: table, columns: desired }: TableShape,
  columns: Columns,
  declared: (column: string) => string | null,
  log: ChangeLog,
): Promise<void> {
  for (const column of desired) {
    const there = columns.get(column.name)
    if (!there || column.identity || there.type !== column.type) continue
    const before = declared(column.name)
    const isThere =
      column.default === null
        ? there.default === null || before === null
        : there.default !== null && (before ?? there.default) === column.default
    if (isThere || there.default === column.default) continue
    await runSql(
      tx,
      `alter table ${quoted(table)} alter column ${quoted(column.name)} ${column.default === null ? 'drop default' : `set default ${column.default}`}`,
    )
    log.did(table, `default of ${column.name} changed`)
  }
}

export async function changeRequired(
  tx: Tx,
  { name: table, columns: desired }: TableShape,
  columns: Columns,
  log: ChangeLog,
): Promise<void> {
  for (const column of desired) {
    const there = columns.get(column.name)
    if (!there || there.notNull === column.notNull || column.identity) continue
    const name = quoted(column.name)
    const empty = column.notNull
      ? await countRowsOf(tx, `select count(*) as n from ${quoted(table)} where ${name} is null`)
      : 0
    if (empty > 0) {
      const how = 'Until they are filled the database accepts empty, forms do not'
      log.waits({
        table,
        rows: empty,
        what: `column ${column.name} is required, but empty in ${empty} rows`,
        how,
        statements: [],
      })
      continue
    }
    await runSql(tx, `alter table ${quoted(table)} alter column ${name} ${column.notNull ? 'set' : 'drop'} not null`)
    log.did(table, `column ${column.name} ${column.notNull ? 'must' : 'need not'} have a value`)
  }
}

/**
 * A column whose new name was saved before the old one was written beside it: what it has is offered to the new one,
 * for as long as it is kept.
 */
async function lateRename(
  tx: Tx,
  table: string,
  column: ColumnShape,
  old: string,
  there: ActualColumn,
): Promise<WaitingChange> {
  const [from, to] = [quoted(old), quoted(column.name)]
  await runSql(tx, CREATE_FITS)
  const count = (where: string): Promise<number> =>
    countRowsOf(tx, `select count(*) as n from ${quoted(table)} where ${where}`)
  const isSame = there.type === column.type
  const misfits = isSame
    ? 0
    : await count(`${from} is not null and not tr_fits(${from}::text, ${literal(column.type)})`)
  const [alone, both] = [
    await count(`${from} is not null and ${to} is null`),
    await count(`${from} is not null and ${to} is not null and ${from}::text <> ${to}::text`),
  ]
  const what =
    `column ${column.name} was ${old}, which is still there: ${alone} rows have a value in ${old} alone` +
    (both > 0 ? `, and ${both} have another one in ${column.name}, which they keep` : '')
  if (misfits > 0)
    return {
      table,
      rows: misfits,
      what: `${what}; ${misfits} of them do not fit ${column.type}`,
      how: `Correct them, or give ${column.name} the type ${there.type}`,
      statements: [],
    }
  return {
    table,
    rows: alone,
    what,
    how: `To move them to ${column.name} and remove ${old}: npm run migrate -- --apply`,
    statements: [
      `update ${quoted(table)} set ${to} = ${isSame ? from : `${from}::text::${column.type}`} where ${to} is null and ${from} is not null`,
      `alter table ${quoted(table)} drop column ${from}`,
    ],
  }
}

/** Columns that are no longer in any schema: kept, but made harmless to inserts. */
export async function keepSuperfluous(
  tx: Tx,
  { name: table, columns: desired }: TableShape,
  { columns }: ActualTable,
  log: ChangeLog,
): Promise<void> {
  for (const [name, there] of columns) {
    if (desired.some((column) => column.name === name)) continue
    if (there.notNull && there.default === null && !there.identity) {
      await runSql(tx, `alter table ${quoted(table)} alter column ${quoted(name)} drop not null`)
      log.did(table, `column ${name} need not have a value`)
    }
    const heir = desired.find(({ was }) => was.includes(name))
    if (heir && columns.has(heir.name)) {
      log.waits(await lateRename(tx, table, heir, name, there))
      continue
    }
    const values = await countRowsOf(tx, `select count(${quoted(name)}) as n from ${quoted(table)}`)
    log.waits({
      table,
      rows: values,
      what: `column ${name} is in no schema; ${values} rows have a value in it, and it is kept`,
      how: 'To remove it for ever: npm run migrate -- --apply',
      statements: [`alter table ${quoted(table)} drop column ${quoted(name)}`],
    })
  }
}

export async function countRowsOf(tx: Tx, query: string): Promise<number> {
  const [row] = await runSql<{ n: number | string }>(tx, query)
  return Number(row?.n ?? 0)
}
