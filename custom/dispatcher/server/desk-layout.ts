import { sql } from 'kysely'
import { living } from '#app/tables'
import { raisedIn, serveCall } from '#engine/server'
import { type DeskLayout, deskLayoutCall, keepLayoutCall } from '../model/desk-layout-calls'

const deskLayout = serveCall(deskLayoutCall, async ({ actor, db }) => {
  const row = await living(db, 'desk_layouts')
    .where('id_user', '=', actor.id)
    .select(sql<DeskLayout>`layout`.as('layout'))
    .executeTakeFirst()
  return { layout: row?.layout ?? {} }
})

const keepLayout = serveCall(keepLayoutCall, ({ actor, now, transaction }, { change }) =>
  transaction(async (tx) => {
    const {
      rows: [row],
    } = await sql<{ readonly layout: DeskLayout }>`
    insert into desk_layouts as d (id_user, layout, date_created, date_updated)
    values (${actor.id}, ${JSON.stringify(change)}::jsonb, ${now()}::timestamptz, ${now()}::timestamptz)
    on conflict (id_user) where date_deleted is null do update
      set layout = d.layout || excluded.layout, ${raisedIn('d', now())}
    returning layout`.execute(tx)
    return { layout: row?.layout ?? change }
  }),
)

export const deskLayoutCalls = [deskLayout, keepLayout]
