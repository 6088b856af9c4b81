import { sql } from 'kysely'
import { living } from '#app/tables'
import { AppError } from '#engine/model'
import { callLimit, stateObjects } from '#engine/server'
import { driverStatementCall, driverStatementPdfCall, driverStatementsCall } from '../../model/money-calls'
import { type DriverContext, serveDriver } from '../serve-driver'

const PAGE = 20
/** Papers that one driver has drawn in a minute: each takes a thread of its own. */
const MAX_PAPERS = 6
const limit = callLimit('drivers.too_many_papers')

/** What was issued of a driver's own: a draft is nobody's to see, one that was made void keeps its number. */
const issued = ({ db, id_driver }: DriverContext) =>
  living(db, 'liquidations')
    .where('id_driver', '=', id_driver)
    .where('number', 'is not', null)
    .where('state', 'in', ['2', '3', '9'])
    .select(['id', 'state'])
    .select([
      sql<string>`number`.as('number'),
      sql<string>`date_from::text`.as('date_from'),
      sql<string>`date_to::text`.as('date_to'),
      sql<number>`coalesce(amount, 0)::float8`.as('amount'),
      sql<string | null>`date_issued::text`.as('date_issued'),
      sql<string | null>`date_paid::text`.as('date_paid'),
    ])

const stated = (context: DriverContext) => {
  const states = stateObjects(context, 'liquidations')
  return <Row extends { readonly state: string | null }>({ state, ...row }: Row) => ({
    ...row,
    state: String(state),
    state_obj: states.get(String(state)) ?? { id: String(state), name: String(state), color: '' },
  })
}

const list = serveDriver(driverStatementsCall, async (context, { before }) => {
  const rows = await issued(context)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute()
  return { items: rows.slice(0, PAGE).map(stated(context)), more: rows.length > PAGE }
})

const one = serveDriver(driverStatementCall, async (context, { id }) => {
  const row = await issued(context)
    .where('id', '=', id)
    .select(['reference', 'reason', 'notes'])
    .select([
      sql<number | null>`balance_before::float8`.as('balance_before'),
      sql<number | null>`balance_after::float8`.as('balance_after'),
    ])
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  const kinds = stateObjects(context, 'liquidation_items', 'kind')
  const items = await living(context.db, 'liquidation_items')
    .where('id_liquidation', '=', id)
    .select(['name', 'kind', sql<number>`coalesce(amount, 0)::float8`.as('amount')])
    .orderBy('rank')
    .orderBy('id')
    .execute()
  return {
    ...stated(context)(row),
    items: items.map(({ name, kind, amount }) => ({
      name: name ?? '',
      kind_obj: kinds.get(kind ?? '') ?? null,
      amount,
    })),
  }
})

const paper = serveDriver(driverStatementPdfCall, async (context, { id }) => {
  const { db, id_driver, now, records } = context
  const row = await issued(context).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  limit(db, `driver ${id_driver}`, now(), MAX_PAPERS)
  const { pdf } = await records.printed('liquidations', id, 'statement', { judged: true })
  return { name: `${row.number}.pdf`, base64: pdf.toString('base64') }
})

/** A driver's own statements. */
export const statementCalls = [list, one, paper]
