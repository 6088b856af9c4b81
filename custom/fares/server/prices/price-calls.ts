import { type CallContext, type Db, serveCall, type ServerCall } from '#engine/server'
import { savePrices } from './save-prices'
import { living } from '#app/tables'
import { sql } from 'kysely'
import { type CallResponse, mayWrite } from '#engine/model'
import { priceMatrixCall, type Price } from '../../model/prices-calls'
import { isOwnTarif } from '../zones/own-tarif'
import { priceOf } from './price-row'

type Matrix = CallResponse<typeof priceMatrixCall>

/**
 * Users who may read a tariff may read its zones and prices: all three are of one module and belong to the tariff's
 * branch.
 */
const priceMatrix = serveCall(priceMatrixCall, async (context, { id_tarif }): Promise<Matrix> => {
  const tarif = await context.records.read('tarifs', id_tarif)
  const [can_edit, zones, prices] = await Promise.all([
    isEditable(context, id_tarif),
    readZones(context.db, id_tarif),
    readPrices(context.db, id_tarif),
  ])
  return { tarif: { id: id_tarif, name: String(tarif.name), type: String(tarif.type) }, can_edit, zones, prices }
})

/** Whether the asker may write what belongs to this tariff: a tariff shared by all branches is not theirs to change. */
async function isEditable({ actor, model, settings, now, db }: CallContext, id_tarif: number): Promise<boolean> {
  const resource = model.resources['prices']
  return (
    resource !== undefined &&
    mayWrite(model, actor, resource) &&
    isOwnTarif({ actor, model, settings, now: now() }, db, id_tarif)
  )
}

async function readZones(db: Db, id_tarif: number): Promise<Matrix['zones']> {
  return living(db, 'zones')
    .where('id_tarif', '=', id_tarif)
    .select(['id', 'name', 'color'])
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
}

/** The prices between a tariff's zones; those of a removed zone are removed with it. */
async function readPrices(db: Db, id_tarif: number): Promise<Price[]> {
  const rows = await living(db, 'prices as p')
    .innerJoin('zones as f', (join) => join.onRef('f.id', '=', 'p.id_zone_from').on('f.date_deleted', 'is', null))
    .innerJoin('zones as t', (join) => join.onRef('t.id', '=', 'p.id_zone_to').on('t.date_deleted', 'is', null))
    .where('p.id_tarif', '=', id_tarif)
    .select(['p.id', 'p.id_zone_from', 'p.id_zone_to', 'p.amount', 'p.version'])
    .execute()
  return rows.map(priceOf)
}

/** The calls of the prices between zones. */
export const priceCalls: readonly ServerCall[] = [priceMatrix, savePrices]
