import L from 'leaflet'
import { worldPixels } from '../base/world'
import { crowdScale, inOrder, scopeOf, Scene, type SceneVehicle } from './scene'
import { SPRITE_PX, Sprites } from './sprites'
import type { Rectangle } from './point-grid'
import type { VehicleMark } from '../../model/vehicle-mark'

/** Share of the map by which the canvas extends beyond each edge, so that dragging shows no empty strip. */
const MARGIN = 0.2
/** With more changed places than this, painting everything is cheaper than painting many patches. */
const MAX_PATCHES = 120
/** Spec §9: moved vehicles are marked for 3 s; with more vehicles than this it would only flicker. */
const MOVED_MS = 3000
const MAX_MOVED = 40

/** All vehicles of a map on one canvas: painted whole after the map moves, in patches when vehicles do. */
export class VehicleCanvas extends L.Layer {
  private readonly scene = new Scene()
  private readonly canvas = L.DomUtil.create('canvas', 'leaflet-zoom-animated')
  private readonly sharpness = Math.min(2, window.devicePixelRatio || 1)
  private readonly sprites = new Sprites(this.sharpness)
  private readonly moved = new Set<SceneVehicle>()
  private topLeft = L.point(0, 0)
  private shownAt = { zoom: 0, corner: L.latLng(0, 0) }
  private selected: number | null = null
  private scale = 1
  private ring = '#1d5fa8'
  private host: L.Map | null = null

  override onAdd(map: L.Map): this {
    this.host = map
    this.canvas.style.pointerEvents = 'none'
    map.getPane('overlayPane')?.appendChild(this.canvas)
    this.look()
    return this
  }

  override onRemove(): this {
    this.canvas.remove()
    this.host = null
    return this
  }

  override getEvents(): { [name: string]: L.LeafletEventHandlerFn } {
    return {
      moveend: () => this.look(),
      resize: () => this.look(),
      viewreset: () => this.look(),
      zoom: () => {
        if (this.host) this.stretch(this.host, this.host.getCenter(), this.host.getZoom())
      },
      zoomanim: (event) => {
        const { center, zoom } = event as L.ZoomAnimEvent
        if (this.host) this.stretch(this.host, center, zoom)
      },
    }
  }

  setVehicles(marks: readonly VehicleMark[]): void {
    const { touched, moved } = this.scene.update(marks)
    if (moved.length > 0 && moved.length <= MAX_MOVED) this.markMoved(moved)
    if (touched.length > MAX_PATCHES) this.paint()
    else if (touched.length > 0) this.patch(touched)
  }

  select(id: number | null): void {
    const places = [this.selected, id].flatMap((one) => (one === null ? [] : this.scene.get(one) ?? [])).map(scopeOf)
    this.selected = id
    this.patch(places)
  }

  /** Colour of the rings, and of the map that old positions fade into. */
  dress(ring: string, map: string): void {
    this.ring = ring
    this.sprites.fadeInto(map)
    this.paint()
  }

  /** Vehicles under a pointer, the uppermost first. */
  at(container: L.Point): readonly VehicleMark[] {
    if (!this.host) return []
    const { x, y } = this.host.containerPointToLayerPoint(container).subtract(this.topLeft)
    return this.scene.at(x, y, this.scale).map(({ mark }) => mark)
  }

  /** Positions the canvas over what the map shows now. */
  private look(): void {
    const map = this.host
    if (!map) return
    const size = map.getSize()
    const margin = size.multiplyBy(MARGIN).round()
    const full = size.add(margin.multiplyBy(2))
    this.topLeft = map.containerPointToLayerPoint(margin.multiplyBy(-1))
    L.DomUtil.setTransform(this.canvas, this.topLeft, 1)
    if (this.canvas.width !== full.x * this.sharpness || this.canvas.height !== full.y * this.sharpness) {
      this.canvas.width = full.x * this.sharpness
      this.canvas.height = full.y * this.sharpness
      this.canvas.style.width = `${full.x}px`
      this.canvas.style.height = `${full.y}px`
    }
    const corner = map.containerPointToLatLng(margin.multiplyBy(-1))
    const zoom = map.getZoom()
    const { x: left, y: top } = map.project(corner, zoom)
    this.shownAt = { zoom, corner }
    this.scene.look({ pixels: worldPixels(zoom), left, top, width: full.x, height: full.y })
    this.paint()
  }

  /** While the map zooms, the picture is stretched with it. */
  private stretch(map: L.Map, center: L.LatLng, zoom: number): void {
    const pane = map.getPane('mapPane')
    const shift = pane ? L.DomUtil.getPosition(pane) : L.point(0, 0)
    const origin = map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(shift).round()
    const offset = map.project(this.shownAt.corner, zoom).subtract(origin)
    L.DomUtil.setTransform(this.canvas, offset, map.getZoomScale(zoom, this.shownAt.zoom))
  }

  private paint(): void {
    const ctx = this.context()
    if (!ctx) return
    ctx.clearRect(0, 0, this.canvas.width, this.canvas.height)
    const vehicles = this.scene.inView()
    this.scale = crowdScale(vehicles.length, (this.canvas.width * this.canvas.height) / this.sharpness ** 2)
    this.drawAll(ctx, vehicles)
  }

  private patch(areas: readonly Rectangle[]): void {
    const ctx = this.context()
    if (!ctx || areas.length === 0) return
    const again = new Set<SceneVehicle>()
    ctx.save()
    ctx.beginPath()
    for (const area of areas) {
      ctx.rect(area.left, area.top, area.right - area.left, area.bottom - area.top)
      for (const vehicle of this.scene.within(area)) again.add(vehicle)
    }
    ctx.clip()
    ctx.clearRect(0, 0, this.canvas.width, this.canvas.height)
    this.drawAll(ctx, inOrder([...again]))
    ctx.restore()
  }

  /** One after the other, the chosen one on top of all. */
  private drawAll(ctx: CanvasRenderingContext2D, vehicles: readonly SceneVehicle[]): void {
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
      this.patch(vehicles.map(scopeOf))
    }, MOVED_MS)
  }

  private context(): CanvasRenderingContext2D | null {
    const ctx = this.host && this.canvas.getContext('2d')
    ctx?.setTransform(this.sharpness, 0, 0, this.sharpness, 0, 0)
    return ctx
  }
}
