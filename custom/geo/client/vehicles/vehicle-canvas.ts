import type { Point } from 'leaflet'
import { VehicleCrowd } from './crowd'
import { SceneCanvas } from '../view/scene-canvas'
import { crowdScale, Scene, type SceneVehicle } from './scene'
import { SPRITE_PX, Sprites } from './sprites'
import type { VehicleMark } from '../../model/vehicle-mark'

/** Spec §9: moved vehicles are marked for 3 s; with more vehicles than this it would only flicker. */
const MOVED_MS = 3000
const MAX_MOVED = 40
/** More than these are painted beside the page's thread. */
const CROWD = 300

/** All vehicles of a map on one canvas. */
export class VehicleCanvas extends SceneCanvas<SceneVehicle, Scene> {
  protected override readonly scene = new Scene()
  private readonly sprites = new Sprites(this.sharpness)
  private readonly moved = new Set<SceneVehicle>()
  private selected: number | null = null
  private scale = 1
  private ring = '#1d5fa8'
  private veil = '#ffffff'
  /** Undefined: not needed so far. */
  private crowd: VehicleCrowd | null | undefined

  setVehicles(marks: readonly VehicleMark[]): void {
    const { touched, moved } = this.scene.update(marks)
    if (moved.length > 0 && moved.length <= MAX_MOVED) this.markMoved(moved)
    this.patch(touched, () => this.paintBeside())
  }

  select(id: number | null): void {
    const places = [this.selected, id]
      .flatMap((one) => (one === null ? [] : (this.scene.get(one) ?? [])))
      .map(this.scene.scopeOf)
    this.selected = id
    this.patch(places)
  }

  /** Colour of the rings, and of the map that old positions fade into. */
  dress(ring: string, map: string): void {
    this.ring = ring
    this.veil = map
    this.sprites.fadeInto(map)
    this.paint()
  }

  /** Vehicles under a pointer, the uppermost first. */
  at(container: Point): readonly VehicleMark[] {
    const place = this.placeOf(container)
    return place ? this.scene.at(place.x, place.y, this.scale).map(({ mark }) => mark) : []
  }

  override onRemove(): this {
    this.crowd?.close()
    this.crowd = undefined
    return super.onRemove()
  }

  protected override paint(): void {
    this.crowd?.forget()
    const ctx = this.cleared()
    if (ctx) this.drawAll(ctx, this.crowdInView())
  }

  /** Paints all: a crowd beside the page's thread, while the map keeps the picture that it has. */
  private paintBeside(): void {
    const vehicles = this.crowdInView()
    if (vehicles.length > CROWD) this.crowd ??= VehicleCrowd.open((picture) => this.show(picture))
    if (vehicles.length <= CROWD || !this.crowd) return this.paint()
    const {
      canvas: { width, height },
      sharpness,
      scale,
      veil,
    } = this
    this.crowd.paint({ vehicles, width, height, sharpness, scale, veil })
  }

  private show(picture: ImageBitmap): void {
    const ctx = this.cleared()
    if (ctx) {
      ctx.drawImage(picture, 0, 0, picture.width / this.sharpness, picture.height / this.sharpness)
      const chosen = this.selected === null ? undefined : this.scene.get(this.selected)
      if (chosen?.inView) this.draw(ctx, chosen)
    }
    picture.close()
  }

  private crowdInView(): readonly SceneVehicle[] {
    const vehicles = this.scene.inView()
    this.scale = crowdScale(vehicles.length, (this.canvas.width * this.canvas.height) / this.sharpness ** 2)
    return vehicles
  }

  /** One after the other, the chosen one on top of all. */
  protected override drawAll(ctx: CanvasRenderingContext2D, vehicles: readonly SceneVehicle[]): void {
    for (const vehicle of vehicles) if (vehicle.mark.id !== this.selected) this.draw(ctx, vehicle)
    const chosen = vehicles.find(({ mark }) => mark.id === this.selected)
    if (chosen) this.draw(ctx, chosen)
  }

  private draw(ctx: CanvasRenderingContext2D, vehicle: SceneVehicle): void {
    const { mark, x, y } = vehicle
    if (mark.id === this.selected || this.moved.has(vehicle)) this.drawRing(ctx, x, y, mark.id === this.selected)
    const side = SPRITE_PX * (mark.id === this.selected ? 1 : this.scale)
    ctx.drawImage(this.sprites.of(mark), x - side / 2, y - side / 2, side, side)
  }

  private drawRing(ctx: CanvasRenderingContext2D, x: number, y: number, selected: boolean): void {
    ctx.beginPath()
    ctx.arc(x, y, selected ? 26 : 23, 0, Math.PI * 2)
    ctx.globalAlpha = selected ? 0.18 : 0.12
    ctx.fillStyle = this.ring
    ctx.fill()
    ctx.globalAlpha = selected ? 1 : 0.45
    ctx.strokeStyle = this.ring
    ctx.lineWidth = selected ? 2.5 : 1.5
    ctx.stroke()
    ctx.globalAlpha = 1
  }

  private markMoved(vehicles: readonly SceneVehicle[]): void {
    for (const vehicle of vehicles) this.moved.add(vehicle)
    setTimeout(() => {
      for (const vehicle of vehicles) this.moved.delete(vehicle)
      this.patch(vehicles.map(this.scene.scopeOf))
    }, MOVED_MS)
  }
}
