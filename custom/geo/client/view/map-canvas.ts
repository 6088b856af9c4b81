import L from 'leaflet'
import { worldPixels } from '../base/world'

/** Which part of the world a canvas shows: pixels of the whole world, and the world pixel of its upper left corner. */
export interface CanvasView {
  readonly pixels: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Share of the map by which the canvas extends beyond each edge, so that dragging shows no empty strip. */
const MARGIN = 0.2

/** One canvas over the whole map, which follows it as it moves and zooms. */
export abstract class MapCanvas extends L.Layer {
  protected readonly canvas = L.DomUtil.create('canvas', 'leaflet-zoom-animated')
  protected readonly sharpness = Math.min(2, window.devicePixelRatio || 1)
  private topLeft = L.point(0, 0)
  private shownAt = { zoom: 0, corner: L.latLng(0, 0) }
  private host: L.Map | null = null

  /** The map shows another part of the world. */
  protected abstract look(view: CanvasView): void
  protected abstract paint(): void

  override onAdd(map: L.Map): this {
    this.host = map
    this.canvas.style.pointerEvents = 'none'
    map.getPane('overlayPane')?.appendChild(this.canvas)
    this.follow()
    return this
  }

  override onRemove(): this {
    this.canvas.remove()
    this.host = null
    return this
  }

  override getEvents(): { [name: string]: L.LeafletEventHandlerFn } {
    return {
      moveend: () => this.follow(),
      resize: () => this.follow(),
      viewreset: () => this.follow(),
      zoom: () => {
        if (this.host) this.stretch(this.host, this.host.getCenter(), this.host.getZoom())
      },
      zoomanim: (event) => {
        const { center, zoom } = event as L.ZoomAnimEvent
        if (this.host) this.stretch(this.host, center, zoom)
      },
    }
  }

  /** A point of the map's container on the canvas; null while it is on no map. */
  protected placeOf(container: L.Point): L.Point | null {
    return this.host && this.host.containerPointToLayerPoint(container).subtract(this.topLeft)
  }

  protected context(): CanvasRenderingContext2D | null {
    const ctx = this.host && this.canvas.getContext('2d')
    ctx?.setTransform(this.sharpness, 0, 0, this.sharpness, 0, 0)
    return ctx
  }

  /** Positions the canvas over what the map shows now. */
  private follow(): void {
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
    this.look({ pixels: worldPixels(zoom), left, top, width: full.x, height: full.y })
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
}
