import { sql } from 'kysely'
import type { Db } from '#engine/server'

/** What a product asks of dispatching beside its price. Minutes. */
export interface ProductRules {
  readonly min_time_to_schedule: number
  readonly min_time_to_onway: number
  readonly min_time_to_cancel: number
  readonly allow_service_inmediate: boolean
  readonly allow_service_scheduled: boolean
  readonly for_shared_service: boolean
  readonly capacity_1: number
}

/** Null: there is no such product. */
export async function productRules(db: Db, id: number): Promise<ProductRules | null> {
  const { rows: [row] } = await sql<ProductRules>`
    select coalesce(min_time_to_schedule, 0)::float8 as min_time_to_schedule, coalesce(min_time_to_onway, 0)::float8 as min_time_to_onway,
      coalesce(min_time_to_cancel, 0)::float8 as min_time_to_cancel, allow_service_inmediate, allow_service_scheduled, for_shared_service, capacity_1
    from products where id = ${id} and date_deleted is null`.execute(db)
  return row ?? null
}
