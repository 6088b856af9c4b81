import { sql } from 'kysely'
import type { Tx } from '#engine/server'

/** The function that writes what services have come to. */
const FUNCTION = 'own_bill_services'
/** Columns of a service that say what it comes to, and for whom. */
const READ = [
  'state',
  'date_deleted',
  'id_driver',
  'id_company',
  'id_company_area',
  'id_company_ceco',
  'id_branch',
  'id_payment',
  'date_finalized',
  'date_canceled',
  'price_total',
  'price_tax',
  'price_toll',
  'price_parking',
  'price_wait',
  'price_pause',
  'price_fee',
  'price_driver',
  'price_cancel',
] as const
const OVER = `('finalized', 'canceled')`

const cents = (...columns: readonly string[]): string =>
  `round((${columns.map((column) => `coalesce(s.${column}, 0)`).join(' + ')}) * 100)::bigint`

/**
 * What each part of a ride that was handed over gets of `price_driver`, in cents: by its metres with the passenger
 * aboard, else by its seconds, else all of it is the last one's. Where parts meet the sum so far is rounded, so that
 * they come to the whole.
 */
const SHARES = `
  update service_legs l set minor = f.minor, amount = f.minor / 100.0 from (
    select id, case when due then round(driver * till / nullif(total, 0)) - round(driver * (till - weight)
      / nullif(total, 0)) else 0 end as minor from (
      select w.*, sum(weight) over (partition by id_service order by position, id) as till,
        sum(weight) over (partition by id_service) as total from (
        select l.id, l.id_service, l.position, s.state = 'finalized' and s.date_deleted is null as due,
          ${cents('price_driver')}::numeric as driver,
          (case when sum(l.distance) over ride > 0 then coalesce(l.distance, 0) when sum(l.duration) over ride
            > 0 then coalesce(l.duration, 0)
            when l.position = max(l.position) over ride then 1 else 0 end)::numeric as weight
        from service_legs l join services s on s.id = l.id_service
        where l.id_service = any(ids) and l.date_deleted is null window ride as (partition by l.id_service)
      ) as w
    ) as parts
  ) as f where l.id = f.id and l.minor is distinct from f.minor;`

/**
 * What services come to, less what their items say already: the first time all of it, after a change what it added or
 * took, as new items; rows that are there are never changed; what a service that is left out of closings comes to later
 * is left out as well. What a ride comes to for its driver is `price_driver`, less what they were paid in cash;
 * commission that their wallet paid is theirs again. Of a ride that was handed over whoever ended it has all of that,
 * less what the others' parts come to (`handover`), which is theirs.
 */
const BODY = `
declare written integer;
begin
  if exists (select 1 from service_legs where id_service = any(ids)) then${SHARES}
  end if;
  with ridden as (
    select s.id, s.id_driver, s.id_company, s.id_company_area, s.id_company_ceco, s.id_branch, s.id_payment,
      m.type as paid_by, s.state = 'finalized' as done,
      coalesce(case when s.state = 'finalized' then s.date_finalized else s.date_canceled end, s.date_updated) as at,
      s.state in ${OVER} and s.date_deleted is null as counts,
      ${cents('price_total')} as total, ${cents('price_tax')} as tax, ${cents('price_toll', 'price_parking')} as toll,
      ${cents('price_wait', 'price_pause')} as waiting,
      ${cents('price_fee')} as fee, ${cents('price_driver')} as driver, ${cents('price_cancel')} as cancel
    from services s left join payment_methods m on m.id = s.id_payment where s.id = any(ids)
  ), parts as (
    select r.*, k.side, k.kind, k.minor from ridden r cross join lateral (values
      ('driver', 'ride', case when done then total - tax - toll - waiting end),
      ('driver', 'toll', case when done then toll end), ('driver', 'waiting', case when done then waiting end),
      ('driver', 'commission', case when done then -fee end),
      ('driver', 'adjustment', case when done then driver - (total - tax - fee) end),
      ('driver', 'cash_held', case when done and paid_by = 'cash' then -total end),
      ('driver', 'penalty', case when not done and paid_by <> 'cash' then cancel end),
      ('company', 'ride', case when done and paid_by = 'credit' then total - toll - waiting end),
      ('company', 'toll', case when done and paid_by = 'credit' then toll end),
      ('company', 'waiting', case when done and paid_by = 'credit' then waiting end),
      ('company', 'penalty', case when not done and paid_by = 'credit' then cancel end)
    ) as k(side, kind, minor)
    where r.counts and k.minor <> 0 and case k.side when 'driver' then r.id_driver else r.id_company end is not null
  ), handed as (
    select r.id, l.id_driver, r.id_driver as ended_by, l.minor from ridden r join service_legs l on l.id_service = r.id
      and l.date_deleted is null
    where l.id_service = any(ids) and r.counts and r.done and r.id_driver is not null
      and l.position < (select max(x.position) from service_legs x where x.id_service = r.id and x.date_deleted is null)
  ), stated as (
    select id, side, kind, case side when 'driver' then id_driver end as id_driver,
      case side when 'company' then id_company end as id_company,
      case side when 'company' then id_company_area end as id_company_area,
      case side when 'company' then id_company_ceco end as id_company_ceco, minor from parts
    union all
    select h.id, 'driver', 'handover', p.id_driver, null, null, null, p.minor from handed h
      cross join lateral (values (h.id_driver, h.minor), (h.ended_by, -h.minor)) as p(id_driver, minor)
    union all
    select id_service, side, kind, id_driver, id_company, id_company_area, id_company_ceco, -minor from billable_items
      where id_service = any(ids)
    union all
    select id_service, 'driver', 'commission_taken', id_user, null, null, null, -round(sum(effect) * 100)::bigint
      from wallets
    where id_service = any(ids) and kind = 'commission' and state = '2' and date_deleted is null group by 1, 4
  ), more as (
    select id, side, kind, id_driver, id_company, id_company_area, id_company_ceco, sum(minor) as minor from stated
      group by 1, 2, 3, 4, 5, 6, 7 having sum(minor) <> 0
  )
  insert into billable_items (id_service, side, kind, revision, minor, amount, effective_at, id_driver, id_company,
    id_company_area, id_company_ceco, id_branch, id_payment, excluded, excluded_reason)
  select m.id, m.side, m.kind, coalesce((select max(i.revision) from billable_items i where i.id_service = m.id
    and i.side = m.side and i.kind = m.kind), 0)
      + row_number() over (partition by m.id, m.side, m.kind order by m.minor), m.minor, m.minor / 100.0,
    coalesce((select i.effective_at from billable_items i where i.id_service = m.id and not r.counts order by i.id
      limit 1), r.at),
    m.id_driver, m.id_company, m.id_company_area, m.id_company_ceco, r.id_branch, r.id_payment,
      coalesce(o.excluded, false), o.excluded_reason
  from more m join ridden r on r.id = m.id left join lateral (
    select x.excluded, x.excluded_reason from billable_items x where x.id_service = m.id and x.side = m.side
      and x.excluded is true
      and case x.side when 'driver' then x.id_liquidation else x.id_invoice end is null limit 1
  ) as o on true
  order by m.id, m.side, m.kind;
  get diagnostics written = row_count;
  return written;
end`

const ROW = `begin perform ${FUNCTION}(array[new.id]::bigint[]); return null; end`
const TAKEN = `begin perform ${FUNCTION}(array[new.id_service]::bigint[]); return null; end`
const ROWS = `begin perform ${FUNCTION}(array(select id from new_rows
  where state in ${OVER})::bigint[]); return null; end`

/**
 * Puts in place what writes the items of a service in the transaction that ends it, or changes what it came to, whoever
 * does it.
 */
export async function putItemTriggers(tx: Tx): Promise<void> {
  await sql`create or replace function ${sql.id(FUNCTION)}(ids bigint[]) returns integer language plpgsql
    set enable_nestloop = off set jit = off as ${sql.lit(BODY)}`.execute(tx)
  await sql`create or replace function own_bill_row() returns trigger language plpgsql as ${sql.lit(ROW)}`.execute(tx)
  await sql`create or replace function own_bill_rows() returns trigger language plpgsql as ${sql.lit(ROWS)}`.execute(tx)
  await sql`create or replace function own_bill_taken() returns trigger language plpgsql as ${sql.lit(TAKEN)}`.execute(
    tx,
  )
  await putTaken(tx)
  const columns = (row: string) => sql.raw(`(${READ.map((column) => `${row}.${column}`).join(', ')})`)
  const {
    rows: [there],
  } = await sql<{
    readonly all: boolean
  }>`select count(*) = 2 as all from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relname = 'services' and c.relnamespace = current_schema()::regnamespace
      and t.tgname in ('own_bill_changed', 'own_bill_made')`.execute(tx)
  if (there?.all) return
  await sql`drop trigger if exists own_bill_changed on services`.execute(tx)
  await sql`drop trigger if exists own_bill_made on services`.execute(tx)
  // At the end of the transaction: a ride that ends has its prices written in several statements.
  await sql`create constraint trigger own_bill_changed after update on services deferrable initially deferred
    for each row
    when ((new.state in ${sql.raw(OVER)} or old.state in ${sql.raw(OVER)})
      and ${columns('new')} is distinct from ${columns('old')}) execute function own_bill_row()`.execute(tx)
  await sql`create trigger own_bill_made after insert on services referencing new table as new_rows for each statement
    execute function own_bill_rows()`.execute(tx)
}

/** What a wallet pays of a commission is an item of its ride in the same transaction. */
async function putTaken(tx: Tx): Promise<void> {
  const { rows } =
    await sql`select 1 from pg_trigger where tgname = 'own_bill_taken' and tgrelid = 'wallets'::regclass`.execute(tx)
  if (rows.length > 0) return
  await sql`create constraint trigger own_bill_taken after insert or update on wallets deferrable initially deferred
    for each row
    when (new.kind = 'commission') execute function own_bill_taken()`.execute(tx)
}

/** Writes the items of services that ended before there were any. @returns how many items */
export async function writeItems(tx: Tx, ids: readonly number[]): Promise<number> {
  // Whoever changes one of them writes its items after these.
  await sql`select 1 from services where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(tx)
  const {
    rows: [done],
  } = await sql<{ readonly items: number }>`select ${sql.id(FUNCTION)}(${[...ids]}::bigint[]) as items`.execute(tx)
  return done?.items ?? 0
}
