import { sql } from 'kysely'
import { AppError } from '../../../../src/model/errors'
import { isCountedId } from '../../../../src/model/id-value'
import type { Json, JsonObject } from '../../../../src/model/json'
import { crossingSides } from '../../../../src/model/ring'
import { isRing } from '../../../../src/model/ring-json'
import { isSame } from '../../../../src/model/same'
import type { Tx } from '../../../../src/server/database/database'
import type { HookContext, Hooks } from '../../../../src/server/feature'
import { findOverlaps } from '../../../geo/model/find-overlaps'
import type { LatLng } from '../../../geo/model/lat-lng'
import { areaDigits } from '../../model/zones/area-text'
import { needsConsent } from '../../model/zones/overlap-limit'
import { randomColour } from '../../model/zones/zone-colour'
import { neighbours } from './neighbours'

/** A zone gets a colour, shares area with another of its tariff only knowingly, and takes its prices with it when it goes. */
export const zoneHooks: Hooks = { entity: 'zones', beforeSave, beforeRemove }

interface Shared {
  readonly id: number
  readonly name: string
  readonly m2: number
  readonly share: number
  readonly shapes: readonly (readonly LatLng[])[]
}

/** @throws {AppError} VALIDATION at `path`, `overlaps` in its body, when area is shared that nobody has accepted */
async function beforeSave({ tx }: HookContext, data: JsonObject, before: JsonObject | null): Promise<JsonObject> {
  const coloured = data.color ?? before?.color ? data : { ...data, color: randomColour() }
  const zone = { ...before, ...data }
  const isMoved = !isSame(zone.path ?? null, before?.path ?? null) || zone.id_tarif !== before?.id_tarif
  if (!isMoved) return coloured
  const shared = await sharedWith(tx, zone)
  if (shared.length > 0 && data.accept_overlap !== 1) {
    const accepted = before?.accept_overlap === 1 ? await sharedWith(tx, { ...before, id_tarif: zone.id_tarif ?? null }) : []
    const fresh = shared.filter((one) => !accepted.some(({ id, m2 }) => id === one.id && one.m2 <= m2 + 1))
    if (fresh.length > 0) throw refusal(fresh)
  }
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

/** Zones of the same tariff with which this one shares more area than goes without consent; of a ring that is none the field's own check tells. */
async function sharedWith(tx: Tx, { id, id_tarif, path }: JsonObject): Promise<readonly Shared[]> {
  if (!isCountedId(id_tarif) || path === undefined || !isRing(path) || path.length < 3 || crossingSides(path)) return []
  const own = { id: Number(id ?? 0), name: '', ring: path.map(({ lat, lng }): LatLng => [lat, lng]) }
  const others = await neighbours(tx, id_tarif, own.ring, own.id)
  return findOverlaps([own, ...others], { changed: new Set([own]) }).filter(needsConsent).map(({ b, m2, share, shapes }) => ({
    id: b.id, name: b.name, m2: Math.round(m2), share, shapes,
  }))
}

/** What a trip between two zones costs has no meaning without one of them. */
async function beforeRemove({ tx, now }: HookContext, { id }: JsonObject): Promise<void> {
  const moment = now.toISOString()
  await sql`update prices set date_deleted = ${moment}, date_updated = ${moment}, version = version + 1
    where (id_zone_from = ${id} or id_zone_to = ${id}) and date_deleted is null`.execute(tx)
}
