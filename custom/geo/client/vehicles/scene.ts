import { PlacedScene, type Placed } from '../view/placed-scene'
import type { Rectangle } from './point-grid'
import { VEHICLE_PX, type VehicleMark } from '../../model/vehicle-mark'

// A finger is less exact than a picture.
const SLACK_PX = 4

/** Whether a pointer at (dx, dy) from a vehicle's middle is on the vehicle, turned by its course. */
export function hits(dx: number, dy: number, course: number | null, slack = SLACK_PX): boolean {
  const turn = ((course ?? 0) * Math.PI) / 180
  const across = dx * Math.cos(turn) + dy * Math.sin(turn)
  const along = -dx * Math.sin(turn) + dy * Math.cos(turn)
  return Math.abs(across) <= VEHICLE_PX.width / 2 + slack && Math.abs(along) <= VEHICLE_PX.height / 2 + slack
}

/** A vehicle with its place. */
export interface SceneVehicle extends Placed {
  mark: VehicleMark
}

/** What an update changed in view. */
interface SceneChange {
  readonly touched: readonly Rectangle[]
  readonly moved: readonly SceneVehicle[]
}

/** Half the side of what a vehicle may paint: its picture and the ring around it. */
export const REACH_PX = 30

/** The vehicles of a map and where they are on its canvas. */
export class Scene extends PlacedScene<SceneVehicle> {
  private readonly vehicles = new Map<number, SceneVehicle>()

  constructor() {
    super(REACH_PX)
  }

  get(id: number): SceneVehicle | undefined {
    return this.vehicles.get(id)
  }

  /** Takes the current vehicles; those that look the same cost only the comparison. */
  update(marks: readonly VehicleMark[]): SceneChange {
    const touched: Rectangle[] = []
    const moved: SceneVehicle[] = []
    const touch = (vehicle: SceneVehicle): void => {
      if (vehicle.inView) touched.push(this.scopeOf(vehicle))
    }
    let kept = 0
    const before = this.vehicles.size
    for (const mark of marks) {
      const known = this.vehicles.get(mark.id)
      if (!known) {
        const vehicle = { mark, worldX: 0, worldY: 0, x: 0, y: 0, inView: false }
        this.put(vehicle, mark)
        touch(vehicle)
        this.vehicles.set(mark.id, vehicle)
        continue
      }
      kept++
      if (known.mark === mark || looksSame(known.mark, mark)) continue
      const moves = known.mark.lat !== mark.lat || known.mark.lng !== mark.lng
      touch(known)
      known.mark = mark
      if (moves) {
        this.take(known)
        this.put(known, mark)
        touch(known)
        if (known.inView) moved.push(known)
      }
    }
    if (kept < before) {
      const ids = new Set(marks.map(({ id }) => id))
      for (const [id, vehicle] of this.vehicles) {
        if (ids.has(id)) continue
        touch(vehicle)
        this.take(vehicle)
        this.vehicles.delete(id)
      }
    }
    return { touched, moved }
  }

  /**
   * Those in view in painting order; in the order they came within a state, since sorting ten thousand takes as long as
   * a frame.
   */
  inView(): readonly SceneVehicle[] {
    const levels: [SceneVehicle[], SceneVehicle[], SceneVehicle[]] = [[], [], []]
    for (const vehicle of this.vehicles.values()) if (vehicle.inView) levels[LEVEL[vehicle.mark.state]].push(vehicle)
    return levels.flat()
  }

  /** Vehicles under a point of the canvas, the uppermost first; `scale` is the size at which they are painted. */
  at(x: number, y: number, scale = 1): readonly SceneVehicle[] {
    const near = this.within({ left: x, top: y, right: x, bottom: y })
    return near.filter((one) => hits((x - one.x) / scale, (y - one.y) / scale, one.mark.course)).toReversed()
  }

  /** Those away below, the free ones on top. */
  override inOrder(some: SceneVehicle[]): SceneVehicle[] {
    return some.sort((a, b) => LEVEL[a.mark.state] - LEVEL[b.mark.state] || a.mark.id - b.mark.id)
  }

  protected override everything(): Iterable<SceneVehicle> {
    return this.vehicles.values()
  }
}

const looksSame = (a: VehicleMark, b: VehicleMark): boolean =>
  a.lat === b.lat &&
  a.lng === b.lng &&
  a.course === b.course &&
  a.state === b.state &&
  a.fade === b.fade &&
  a.shape === b.shape

const LEVEL = { offline: 0, busy: 1, online: 2 } as const

/** Share of the map that vehicles may cover before they are painted smaller. */
const MAX_COVERED = 0.4
const STEPS = [1, 0.8, 0.65, 0.5, 0.4] as const

/** The size at which vehicles are painted: full, and smaller where so many would hide the map and each other. */
export function crowdScale(count: number, canvas_px2: number): number {
  const fits = Math.sqrt((canvas_px2 * MAX_COVERED) / (Math.max(1, count) * VEHICLE_PX.width * VEHICLE_PX.height))
  return STEPS.find((step) => step <= fits) ?? 0.4
}
