import { type NotNull, sql } from 'kysely'
import { living } from '#app/tables'
import type { Db } from '#engine/server'

/** What a product requires of dispatching in addition to its price. Minutes. */
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
  return (
    (await living(db, 'products')
      .where('id', '=', id)
      .select(({ ref }) => [
        sql<number>`coalesce(${ref('min_time_to_schedule')}, 0)::float8`.as('min_time_to_schedule'),
        sql<number>`coalesce(${ref('min_time_to_onway')}, 0)::float8`.as('min_time_to_onway'),
        sql<number>`coalesce(${ref('min_time_to_cancel')}, 0)::float8`.as('min_time_to_cancel'),
        'allow_service_inmediate',
        'allow_service_scheduled',
        'for_shared_service',
        'capacity_1',
      ])
      .$narrowType<{
        allow_service_inmediate: NotNull
        allow_service_scheduled: NotNull
        for_shared_service: NotNull
        capacity_1: NotNull
      }>()
      .executeTakeFirst()) ?? null
  )
}
