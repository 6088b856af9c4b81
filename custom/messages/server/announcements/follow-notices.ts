import { sql } from 'kysely'
import type { Tx } from '#engine/server'
import { ANNOUNCED } from './announce'

/**
 * What becomes of a notice under the bell is noted at its person and, once it is so for all of them, at the
 * notification: 2 delivered, 3 read. Two who read last at the same moment wait for each other at the notification's
 * row.
 */
export async function followNotices(tx: Tx): Promise<void> {
  await sql`create or replace function app_follow_notice() returns trigger language plpgsql as $body$
    declare announced integer := split_part(new.key, '/', 2)::integer;
      reached text := case when new.status = '3' then '3' else '2' end;
    begin
      update announcement_people set state = reached, date_updated = new.date_updated where id_announcement = announced
        and id_user = new.id_user and state < reached and state <> '0';
      if not found then return null; end if;
      perform 1 from announcements where id = announced for no key update;
      update announcements a set state = reached, date_updated = new.date_updated where a.id = announced
        and a.state < reached and a.state <> '0'
        and not exists (select 1 from announcement_people p where p.id_announcement = announced
          and p.state in ('1', case when reached = '3' then '2' else '1' end));
      return null;
    end $body$`.execute(tx)
  await sql`create or replace trigger app_follow_notice after insert or update of status on notifications
    for each row when (new.key like ${sql.lit(`${ANNOUNCED}/%`)}) execute function app_follow_notice()`.execute(tx)
}
