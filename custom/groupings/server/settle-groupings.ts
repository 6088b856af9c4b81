import { sql } from 'kysely'
import { type DataChange, type OwnIndex, raisedIn, type Tx } from '#engine/server'

/**
 * Keeps groupings in step with their services, whoever moves those: the state of a grouping follows from the states of
 * its services, a ride that another driver takes leaves it, and the order of its stops forgets who left. Both rules
 * stand in the database, so that a ride's own moves need not know of groupings. A service is always locked before its
 * grouping.
 */
export async function settleGroupings(tx: Tx): Promise<void> {
  await sql`create or replace function own_grouping_left() returns trigger language plpgsql as $$
    begin
      if new.id_driver is not null and new.id_driver is distinct from old.id_driver
        and new.id_driver is distinct from (select g.id_driver from groupings g where g.id = new.id_grouping) then
        new.id_grouping := null;
      end if;
      return new;
    end $$`.execute(tx)
  await sql`create or replace function own_grouping_settled(id_settled integer) returns void language plpgsql as $$
    declare
      services_in record;
      becomes text;
    begin
      -- Locked first: of two rides that end at once the later sees the other's end.
      perform 1 from groupings where id = id_settled for no key update;
      select count(*) as total, count(*) filter (where s.state = 'canceled') as canceled, count(*) filter (where s.state = 'finalized') as finalized,
        count(*) filter (where coalesce(s.date_onway, s.date_waiting, s.date_started) is not null) as begun,
        min(coalesce(s.date_onway, s.date_waiting, s.date_started)) as date_start, max(s.date_finalized) as date_arrival
        into services_in from services s where s.id_grouping = id_settled and s.date_deleted is null;
      select case
          when services_in.total > 0 and services_in.canceled = services_in.total then '5'
          when services_in.total > 0 and services_in.canceled + services_in.finalized = services_in.total then '4'
          when services_in.begun > 0 then '3'
          when g.id_vehicle is not null then '2'
          else '1' end
        into becomes from groupings g where g.id = id_settled;
      update groupings g set state = becomes, ${raisedIn('g', sql`now()`)},
        date_start = case when becomes in ('3', '4') then coalesce(services_in.date_start, g.date_start) else g.date_start end,
        date_arrival = case when becomes = '4' then coalesce(services_in.date_arrival, g.date_arrival) else g.date_arrival end
        where g.id = id_settled and g.state is distinct from becomes;
    end $$`.execute(tx)
  await sql`create or replace function own_grouping_follows() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.id_grouping is not null and (old.id_grouping is distinct from new.id_grouping
        or new.date_deleted is not null) then
        delete from grouping_stops where id_grouping = old.id_grouping and id_service = old.id;
        update groupings set plan_version = coalesce(plan_version, 0) + 1 where id = old.id_grouping;
        perform own_grouping_settled(old.id_grouping);
      end if;
      if tg_op = 'UPDATE' and new.id_grouping is not null and new.state = 'canceled' and old.state
        is distinct from new.state then
        delete from grouping_stops where id_grouping = new.id_grouping and id_service = new.id;
        update groupings set plan_version = coalesce(plan_version, 0) + 1 where id = new.id_grouping;
      end if;
      if new.id_grouping is not null and (tg_op = 'INSERT' or old.state is distinct from new.state or old.id_grouping
        is distinct from new.id_grouping) then
        perform own_grouping_settled(new.id_grouping);
      end if;
      return null;
    end $$`.execute(tx)
  const there = await sql<{
    name: string
  }>`select tgname as name from pg_trigger where tgrelid = 'services'::regclass`.execute(tx)
  for (const [name, when, events, call] of TRIGGERS) {
    // To make one again would lock the table, at every start.
    if (there.rows.some((one) => one.name === name)) continue
    await sql`create trigger ${sql.id(name)} ${sql.raw(events)} on services for each row when (${sql.raw(when)})
      execute function ${sql.id(call)}()`.execute(tx)
  }
}

export const GROUPING_INDEXES: readonly OwnIndex[] = [
  {
    name: 'own_services_grouping',
    table: 'services',
    over: '(id_grouping) where id_grouping is not null and date_deleted is null',
  },
  {
    name: 'own_groupings_unsettled',
    table: 'groupings',
    over: `(id) where date_deleted is null
      and (state is distinct from told_state or plan_version is distinct from measured_version)`,
  },
]

/** Groupings that were removed before removals let their rides go: those could join no other. */
export const LET_RIDES_GO: DataChange = {
  name: 'groupings.rides-of-removed',
  table: 'services',
  async change(tx, ids) {
    const { numAffectedRows } = await sql`update services s set id_grouping = null from groupings g
      where s.id = any(${[...ids]}::int[]) and g.id = s.id_grouping and g.date_deleted is not null
        and s.date_deleted is null and s.state not in ('finalized', 'canceled')`.execute(tx)
    return Number(numAffectedRows ?? 0)
  },
}

const TRIGGERS = [
  [
    'own_grouping_left',
    'old.id_grouping is not null and new.id_grouping = old.id_grouping',
    'before update of id_driver',
    'own_grouping_left',
  ],
  ['own_grouping_joined', 'new.id_grouping is not null', 'after insert', 'own_grouping_follows'],
  [
    'own_grouping_follows',
    'old.id_grouping is not null or new.id_grouping is not null',
    'after update of state, id_grouping, id_driver, date_deleted',
    'own_grouping_follows',
  ],
] as const
