import { living, patchRecords, tables } from '#app/tables'
import { sql } from 'kysely'
import {
  AppError,
  crossingSides,
  isCountedId,
  isRing,
  isSame,
  type Json,
  type JsonObject,
  MAX_VERTICES,
} from '#engine/model'
import { byHook, type HookContext, type Hooks, type Tx } from '#engine/server'
import { findOverlaps, type LatLng } from '../../../geometry/model'
import { areaDigits } from '../../model/zones/area-text'
import { needsConsent } from '../../model/zones/overlap-limit'
import { randomColour } from '../../model/zones/zone-colour'
import { isOwnTarif } from './own-tarif'

interface Neighbour {
  readonly id: number
  readonly name: string
  readonly ring: readonly LatLng[]
}

/**
 * Zones of a tariff whose box meets that of a ring; the tariff stays locked until the end, so that two writers see each
 * other's zones.
 */
async function neighbours(
  tx: Tx,
  id_tarif: number,
  ring: readonly LatLng[],
  except: number,
): Promise<readonly Neighbour[]> {
  await tables(tx).selectFrom('tarifs').select('id').where('id', '=', id_tarif).forUpdate().execute()
  const corners = `(${ring.map(([lat, lng]) => `(${lng},${lat})`).join(',')})`
  const rows = await living(tx, 'zones')
    .where('id_tarif', '=', id_tarif)
    .where('id', '<>', except)
    .where(sql<boolean>`box(path) && box(${corners}::polygon)`)
    .select(['id', 'name', 'path'])
    .execute()
  return rows.map(({ id, name, path }) => ({ id, name, ring: ringOfText(path) }))
}

/** PostgreSQL's `((x,y),(x,y))`: x is the longitude. */
function ringOfText(path: string): readonly LatLng[] {
  const numbers = path.replace(/[()]/g, '').split(',').map(Number)
  return Array.from({ length: numbers.length / 2 }, (_, i): LatLng => [numbers[2 * i + 1] ?? 0, numbers[2 * i] ?? 0])
}

/**
 * A zone gets a colour, needs consent to overlap another of its tariff, and loses its prices when it is removed or
 * moves to another tariff.
 */
export const zoneHooks: Hooks = { entity: 'zones', beforeSave, beforeRemove, beforeRestore }

interface Shared {
  readonly id: number
  readonly name: string
  readonly m2: number
  readonly share: number
  readonly shapes: readonly (readonly LatLng[])[]
}

/** @throws {AppError} VALIDATION at `path`, `overlaps` in its body, when area is shared without consent */
async function beforeSave(context: HookContext, data: JsonObject, before: JsonObject | null): Promise<JsonObject> {
  const coloured = (data.color ?? before?.color) ? data : { ...data, color: randomColour() }
  const zone = { ...before, ...data }
  const isMoved = !isSame(zone.path ?? null, before?.path ?? null) || zone.id_tarif !== before?.id_tarif
  if (!isMoved) return coloured
  const shared = await sharedWith(context, zone)
  if (shared.length > 0 && data.accept_overlap !== 1) {
    const accepted =
      before?.accept_overlap === 1 ? await sharedWith(context, { ...before, id_tarif: zone.id_tarif ?? null }) : []
    const fresh = shared.filter((one) => !accepted.some(({ id, m2 }) => id === one.id && one.m2 <= m2 + 1))
    if (fresh.length > 0) throw refusal(fresh)
  }
  if (before && zone.id_tarif !== before.id_tarif) await dropPrices(context, before.id)
  return { ...coloured, accept_overlap: shared.length > 0 ? 1 : 0 }
}

function refusal(shared: readonly Shared[]): AppError {
  const zones = shared.map(({ name, m2 }) => `${name} (${sizeText(m2)})`).join(', ')
  return new AppError('VALIDATION', {
    errors: { path: { key: 'zones.overlap', params: { zones } } },
    body: { overlaps: shared as unknown as Json },
  })
}

function sizeText(m2: number): string {
  const { digits, unit } = areaDigits(m2)
  return `${digits} ${unit}`
}

/**
 * Zones of the same tariff with which this one shares more area than is allowed without consent. An invalid ring is
 * left to the field's own check; zones of a tariff that the writer may not change are not shown to them, and their
 * write is refused after this.
 */
async function sharedWith(
  { tx, ...asking }: HookContext,
  { id, id_tarif, path }: JsonObject,
): Promise<readonly Shared[]> {
  if (!isCountedId(id_tarif) || path === undefined || !isRing(path) || path.length < 3 || path.length > MAX_VERTICES)
    return []
  if (crossingSides(path) || !(await isOwnTarif(asking, tx, id_tarif))) return []
  const own = { id: Number(id ?? 0), name: '', ring: path.map(({ lat, lng }): LatLng => [lat, lng]) }
  const others = await neighbours(tx, id_tarif, own.ring, own.id)
  return findOverlaps([own, ...others], { changed: new Set([own]) })
    .filter(needsConsent)
    .map(({ b, m2, share, shapes }) => ({
      id: b.id,
      name: b.name,
      m2: Math.round(m2),
      share,
      shapes,
    }))
}

/** The price between two zones has no meaning without one of them. */
async function beforeRemove(context: HookContext, { id }: JsonObject): Promise<void> {
  await dropPrices(context, id)
}

/** Its prices went in the same moment, and come back with it where the other zone is there. */
async function beforeRestore(context: HookContext, { id, date_deleted }: JsonObject): Promise<void> {
  const zone = Number(id ?? 0)
  await patchRecords(
    context.tx,
    'prices',
    (on) =>
      on.and([
        on.or([on('id_zone_from', '=', zone), on('id_zone_to', '=', zone)]),
        on('date_deleted', '=', String(date_deleted)),
        on.not(
          on.exists(
            on
              .selectFrom('zones')
              .select('zones.id')
              .where('zones.id', '<>', zone)
              .where('zones.date_deleted', 'is not', null)
              .where((eb) =>
                eb.or([
                  eb('zones.id', '=', eb.ref('prices.id_zone_from')),
                  eb('zones.id', '=', eb.ref('prices.id_zone_to')),
                ]),
              ),
          ),
        ),
      ]),
    { date_deleted: null },
    { by: byHook(context), now: context.now, verb: null, removed: true },
  )
}

async function dropPrices(context: HookContext, id: Json | undefined): Promise<void> {
  const zone = Number(id ?? 0)
  const { now } = context
  await patchRecords(
    context.tx,
    'prices',
    (on) => on.or([on('id_zone_from', '=', zone), on('id_zone_to', '=', zone)]),
    { date_deleted: now.toISOString() },
    { by: byHook(context), now, verb: null },
  )
}
