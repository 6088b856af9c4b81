import { sql } from 'kysely'
import { AppError, dateText, type JsonObject, zonedText } from '#engine/model'
import type { Tx } from '#engine/server'
import { FLEET_SETTINGS } from '../settings'

/** Who wants to begin, with what, and when. */
export interface PapersAsked {
  readonly id_driver: number
  readonly id_vehicle: number
  readonly now: Date
  readonly settings: JsonObject
}

interface Papers {
  readonly plate: string
  readonly date_license: string | null
  readonly date_insurance: string | null
  readonly zone: string | null
}

/**
 * Nobody begins with a licence or an insurance that has run out: both count to the end of their day, on the clock of the vehicle's
 * branch. A date that was never entered stops nobody, and the setting `shift_needs_papers` at 0 switches the rule off.
 * @throws {AppError} CONFLICT `fleet.license_over`; VALIDATION at `id_vehicle`, `fleet.insurance_over`
 */
export async function assertPapers(tx: Tx, { id_driver, id_vehicle, now, settings }: PapersAsked): Promise<void> {
  if (Number(settings['shift_needs_papers'] ?? FLEET_SETTINGS.shift_needs_papers) !== 1) return
  const { rows: [papers] } = await sql<Papers>`
    select v.plate, u.date_license::text as date_license, v.date_insurance::text as date_insurance, nullif(b.timezone, '') as zone
    from users u, vehicles v left join branches b on b.id = v.id_branch and b.date_deleted is null
    where u.id = ${id_driver} and v.id = ${id_vehicle}`.execute(tx)
  if (!papers) return
  const today = zonedText(now.toISOString(), papers.zone ?? String(settings['timezone'] ?? 'UTC')).slice(0, 10)
  const { date_license, date_insurance, plate } = papers
  if (date_license !== null && date_license < today) throw new AppError('CONFLICT', { say: 'fleet.license_over', params: { date: dateText(date_license) } })
  if (date_insurance !== null && date_insurance < today) {
    const params = { plate, date: dateText(date_insurance) }
    throw new AppError('VALIDATION', { say: 'fleet.insurance_over', params, errors: { id_vehicle: { key: 'fleet.insurance_over', params } } })
  }
}
