import type { Tx } from '../database/database'
import type { ActualColumn } from './actual-shape'
import type { Waiting } from './change-log'
import { literal, quoted } from './names'
import { runSql } from './run-sql'
import type { ColumnShape } from './shape'

/** Whether a value, written as text, can be read as another type: PostgreSQL 15 has no such question of its own (16 has). */
const CREATE_FITS = `create or replace function pg_temp.tr_fits(value text, kind text) returns boolean language plpgsql as $fits$
begin
  execute format('select %L::%s', value, kind);
  return true;
exception when others then
  return false;
end $fits$`

const MAX_SHOWN = 3

/**
 * A change of type that may lose values, as a plan: with how many rows have a value, and which of them the new type cannot read. It
 * can be applied when all fit; the way leads through the text form, so that nothing is rounded in silence.
 */
export async function narrowing(tx: Tx, table: string, column: ColumnShape, there: ActualColumn, values: number): Promise<Waiting> {
  const name = quoted(column.name)
  await runSql(tx, CREATE_FITS)
  const misfits = await runSql<{ id: string; n: string }>(tx, `
    select id::text as id, (count(*) over ())::text as n from ${quoted(table)}
    where ${name} is not null and not pg_temp.tr_fits(${name}::text, ${literal(column.type)}) order by id limit ${MAX_SHOWN}`)
  const rows = Number(misfits[0]?.n ?? 0)
  const what = `column ${column.name} shall become ${column.type}, and ${values} rows have a value as ${there.type}`
  if (rows > 0) {
    const examples = misfits.map(({ id }) => id).join(', ')
    return {
      table, rows, statements: [],
      what: `${what}; ${rows} of them do not fit (id ${examples}${rows > MAX_SHOWN ? ' …' : ''})`,
      how: 'Correct them, or give the field its old type back',
    }
  }
  return {
    table, rows: values, what: `${what}, which all fit`,
    how: 'To change them: npm run migrate -- --apply',
    statements: [
      `alter table ${quoted(table)} alter column ${name} drop default`,
      `alter table ${quoted(table)} alter column ${name} type ${column.type} using ${name}::text::${column.type}`,
    ],
  }
}
