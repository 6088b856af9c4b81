import { sql } from 'kysely'
import type { Column } from '#app/tables'
import { iso } from '#engine/server'

/** How a vehicle looks, and where it is; without a plate there is none. */
export interface VehicleFacts {
  readonly plate: Column<'vehicles.plate'> | null
  readonly brand: Column<'brand_vehicles.name'> | null
  readonly model: Column<'vehicles.model'> | null
  readonly icon: Column<'type_vehicles.icon'> | null
  readonly color: Column<'colors.name'> | null
  readonly color_code: Column<'colors.code'> | null
  readonly lat: number | null
  readonly lng: number | null
  readonly course: number | null
  readonly availability: Column<'vehicle_positions.availability'> | null
  readonly date_fix: string | null
}

/** The columns of `VehicleFacts`, for a query that has `VEHICLE_JOINS` behind its vehicles `v`. */
export const VEHICLE_FACTS = sql`v.plate, v_brand.name as brand, v.model, v_type.icon, v_color.name as color,
  v_color.code as color_code, v_at.point[1] as lat, v_at.point[0] as lng, v_at.course::float8 as course,
  v_at.availability, ${iso('v_at.date_fix')} as date_fix`

export const VEHICLE_JOINS = sql`left join brand_vehicles v_brand on v_brand.id = v.id_brand_vehicle
  left join type_vehicles v_type on v_type.id = v.id_type_vehicle
  left join colors v_color on v_color.id = v.id_color
  left join vehicle_positions v_at on v_at.id_vehicle = v.id and v_at.date_deleted is null`
