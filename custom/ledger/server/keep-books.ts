import { sql } from 'kysely'
import type { Tx } from '#engine/server'

/**
 * What stands in the database itself: entries, postings and closed days stay as they are, and each entry comes to
 * nothing in each currency.
 */
export async function keepBooks(tx: Tx): Promise<void> {
  await sql`create or replace function own_ledger_stays() returns trigger language plpgsql as $$
    begin
      raise exception 'the books are not changed: % of %', lower(tg_op), tg_table_name
        using errcode = 'restrict_violation', hint = 'post a reversal';
    end $$`.execute(tx)
  await sql`create or replace function own_ledger_sums() returns trigger language plpgsql as $$
    begin
      if exists (
        select 1 from ledger_postings p join ledger_accounts a on a.id = p.id_account
        where p.id_entry = new.id_entry group by a.currency having sum(p.amount) <> 0
      ) then raise exception 'entry % of the books does not come to zero', new.id_entry
        using errcode = 'check_violation'; end if;
      return null;
    end $$`.execute(tx)
  await sql`create or replace function own_ledger_whole() returns trigger language plpgsql as $$
    begin
      if not exists (select 1 from ledger_postings where id_entry = new.id) then
        raise exception 'entry % of the books has no postings', new.id using errcode = 'check_violation';
      end if;
      return null;
    end $$`.execute(tx)
  for (const [name, table, trigger] of TRIGGERS) {
    const { rows } =
      await sql`select 1 from pg_trigger where tgname = ${name} and tgrelid = ${table}::regclass`.execute(tx)
    // To make one again would lock the table, at every start.
    if (rows.length === 0) await sql.raw(trigger).execute(tx)
  }
}

const stays = (name: string, table: string) =>
  [
    name,
    table,
    `create trigger ${name} before update or delete on ${table} for each row execute function own_ledger_stays()`,
  ] as const
const emptied = (name: string, table: string) =>
  [
    name,
    table,
    `create trigger ${name} before truncate on ${table} for each statement execute function own_ledger_stays()`,
  ] as const

const TRIGGERS = [
  stays('own_entries_stay', 'ledger_entries'),
  stays('own_postings_stay', 'ledger_postings'),
  emptied('own_entries_kept', 'ledger_entries'),
  stays('own_days_stay', 'ledger_days'),
  emptied('own_days_kept', 'ledger_days'),
  emptied('own_postings_kept', 'ledger_postings'),
  [
    'own_postings_sum',
    'ledger_postings',
    'create constraint trigger own_postings_sum after insert on ledger_postings deferrable initially deferred for each row execute function own_ledger_sums()',
  ],
  [
    'own_entries_whole',
    'ledger_entries',
    'create constraint trigger own_entries_whole after insert on ledger_entries deferrable initially deferred for each row execute function own_ledger_whole()',
  ],
] as const
