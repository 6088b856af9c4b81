import type { JsonObject } from '#engine/model'
import { randomStreetPlace } from '../../streets/model'
import { COLOR_WEIGHTS, COLORS, MODELS } from './fleet'
import { motorcyclePlateOf, plateOf } from './identity'
import type { Moments } from './moments'
import { insuranceDate } from './papers'
import { randomInteger, pick, pickWeighted, type Random } from './random'

/** Ids of the small catalogues, by name. */
interface FleetIds {
  readonly types: ReadonlyMap<string, number>
  readonly brands: ReadonlyMap<string, number>
  readonly colors: ReadonlyMap<string, number>
}

export interface DemoDriver {
  readonly id: number
  readonly id_branch: number
}

const WEIGHTED_MODELS = MODELS.map((model) => [model, model[4]] as const)
const WEIGHTED_COLORS = COLORS.map(([name], place) => [name, COLOR_WEIGHTS[place] ?? 1] as const)

/** Vehicle number `index` of `count`, with its driver or without one. */
export function vehicleRecord(
  random: Random,
  moments: Moments,
  index: number,
  count: number,
  ids: FleetIds,
  branches: readonly number[],
  driver: DemoDriver | null,
): JsonObject {
  const [type, brand, model, capacity_1] = pickWeighted(random, WEIGHTED_MODELS)
  const age = Math.floor(random() ** 1.4 * 13)
  return {
    plate: type === 'Moto' ? motorcyclePlateOf(index) : plateOf(index),
    code: String(index + 1).padStart(3, '0'),
    id_user: driver?.id ?? null,
    id_type_vehicle: ids.types.get(type) ?? null,
    id_brand_vehicle: ids.brands.get(brand) ?? null,
    model,
    year: moments.now.getUTCFullYear() - age,
    id_color: ids.colors.get(pickWeighted(random, WEIGHTED_COLORS)) ?? null,
    capacity_1,
    // Every other vehicle serves wherever it is needed.
    id_branch: driver ? (index % 2 === 0 ? null : driver.id_branch) : pick(random, branches),
    date_insurance: driver ? insuranceDate(random, moments, index) : null,
    notes: driver ? null : pick(random, ['En el taller por cambio de embrague.', 'Espera conductor.', 'De reemplazo.']),
    state: driver || random() < 0.6 ? '1' : '0',
    date_created: moments.entered(random, index, count, 240),
  }
}

/**
 * The last reported position of a vehicle: on a street, in its direction. Nobody is connected before a device reports.
 */
export function positionRecord(random: Random, moments: Moments, id_vehicle: number, driven: boolean): JsonObject {
  const { lat, lng, course } = randomStreetPlace(random)
  const date_fix = driven
    ? moments.secondsAgo(random, 2 * 3600, 20 * 3600)
    : moments.secondsAgo(random, 86_400, 9 * 86_400)
  return {
    id_vehicle,
    point: { lat, lng },
    course,
    speed: 0,
    battery_level: randomInteger(random, 4, 100),
    mode: 'still',
    availability: 'offline',
    date_fix,
    date_created: date_fix,
  }
}
