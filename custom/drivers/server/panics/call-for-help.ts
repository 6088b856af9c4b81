import { sql } from 'kysely'
import { living, patchRecords, type Row, tables } from '#app/tables'
import { AppError } from '#engine/model'
import { type By, byAsker, iso, tell, type Tx, writeLog } from '#engine/server'
import { IN_PROGRESS } from '../../../service-states/model'
import { panicCall } from '../../model/panic-call'
import { serveDriver } from '../serve-driver'

interface Raised extends Row<'panics', 'id' | 'date_created'> {
  readonly made: boolean
}

/** A driver calls for help once: until an operator has answered, calling again updates their position. */
export const callForHelp = serveDriver(panicCall, async (context, { lat = null, lng = null, id_service = null }) => {
  const { id_driver, transaction, now, platform, session, actor } = context
  if ((lat === null) !== (lng === null))
    throw new AppError('VALIDATION', { errors: { [lat === null ? 'lat' : 'lng']: { key: 'required' } } })
  const date = now()
  return transaction(async (tx) => {
    if (id_service !== null && !(await isTheirs(tx, id_driver, id_service))) throw new AppError('NOT_FOUND')
    const { id, date_created, made } = await raise(tx, { id_driver, id_service, lat, lng, by: byAsker(context), date })
    if (made) {
      const title = [actor.facts['name'], actor.facts['surname']].filter(Boolean).join(' ')
      await tell(tx, 'panics', { id, before: null, after: { state: 'open' }, by: id_driver })
      await writeLog(tx, {
        id_user: id_driver,
        type_log: 'panic',
        target: 'panics',
        id_target: id,
        title,
        platform,
        id_session: session.id,
        date,
      })
    }
    return { id, date_created }
  })
})

interface Help {
  readonly id_driver: number
  readonly id_service: number | null
  readonly lat: number | null
  readonly lng: number | null
  readonly by: By
  readonly date: Date
}

/** At the position that the driver sends, else the last one of their vehicle; with their current ride. */
async function raise(tx: Tx, help: Help): Promise<Raised> {
  const { id_driver, id_service, lat, lng, by, date } = help
  const said =
    lat === null || lng === null ? sql<string>`null::point` : sql<string>`point(${lng}::float8, ${lat}::float8)`
  // Of two calls at once the second finds the panic of the first.
  await tables(tx).selectFrom('users').select('id').where('id', '=', id_driver).forNoKeyUpdate().execute()
  const [open] = await patchRecords(
    tx,
    'panics',
    { id_driver, state: 'open' },
    {
      point: sql`coalesce(${said}, point)`,
      id_service: sql`coalesce(${id_service}::integer, id_service)`,
    },
    { by, now: date, verb: null, reads: ['date_created'] },
  )
  if (open) return { id: open.id, date_created: new Date(open.after.date_created).toISOString(), made: false }
  const {
    rows: [row],
  } = await sql<Raised>`
    insert into panics (id_driver, id_vehicle, id_service, point, state, date_created, date_updated)
    select ${id_driver}, h.id_vehicle, coalesce(${id_service}::integer, (select s.id from services s
        where s.id_driver = ${id_driver} and s.state in (${sql.join(IN_PROGRESS)}) and s.date_deleted is null
        order by s.date_accepted limit 1)),
      coalesce(${said}, (select p.point from vehicle_positions p where p.id_vehicle = h.id_vehicle
        and p.date_deleted is null)), 'open', ${date}, ${date}
    from (select (select id_vehicle from driver_shifts where id_driver = ${id_driver} and state <> 'closed'
      and date_deleted is null) as id_vehicle) h
    returning id, ${iso('date_created')} as date_created, true as made`.execute(tx)
  if (!row) throw new Error(`no panic of driver ${id_driver} was written`)
  return row
}

async function isTheirs(tx: Tx, id_driver: number, id_service: number): Promise<boolean> {
  return (
    (await living(tx, 'services')
      .where('id', '=', id_service)
      .where('id_driver', '=', id_driver)
      .select('id')
      .executeTakeFirst()) !== undefined
  )
}
