import type { Point } from 'leaflet'
import { worldX, worldY } from '../base/world'
import { MapCanvas, type CanvasView } from '../view/map-canvas'
import type { HeatSpot } from './heat-spots'
import { classOf, heatRamp, warmth, type HeatClass, type HeatMode } from './heat-scale'

/** Spec 2: radius 20, opacity 0.8. */
const RADIUS_PX = 20
const OPACITY = '0.8'
/** How far beyond its radius a spot fades. */
const FADE_PX = 14
/** What a single spot is warm by, of 255: neighbours add to it. */
const STRENGTH = 0.95

interface Drawn {
  readonly spot: HeatSpot
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The cells of a map as squares of their colours, or as one smooth picture. */
export class HeatCanvas extends MapCanvas {
  private spots: readonly HeatSpot[] = []
  private classes: readonly HeatClass[] = []
  private view: CanvasView = { pixels: 256, left: 0, top: 0, width: 0, height: 0 }
  private drawn: readonly Drawn[] = []
  private isSmooth = true
  private mode: HeatMode = 'light'
  private chosen: string | number | null = null

  show(
    spots: readonly HeatSpot[],
    classes: readonly HeatClass[],
    look: { readonly isSmooth: boolean; readonly mode: HeatMode },
  ): void {
    this.spots = spots
    this.classes = classes
    this.isSmooth = look.isSmooth
    this.mode = look.mode
    this.place()
    this.paint()
  }

  /** The cell with a frame; null: none. */
  readonly choose = (key: string | number | null): void => {
    if (this.chosen === key) return
    this.chosen = key
    this.paint()
  }

  /** The cell under a pointer; null in the smooth picture, which has none. */
  at(container: Point): HeatSpot | null {
    const place = this.isSmooth ? null : this.placeOf(container)
    if (!place) return null
    return (
      this.drawn.find(
        ({ left, top, width, height }) =>
          place.x >= left && place.x < left + width && place.y >= top && place.y < top + height,
      )?.spot ?? null
    )
  }

  protected override look(view: CanvasView): void {
    this.view = view
    this.place()
  }

  protected override paint(): void {
    const ctx = this.context()
    // A map in a hidden tab has no size, and no pixels to read.
    if (!ctx || this.canvas.width === 0 || this.canvas.height === 0) return
    this.canvas.style.opacity = OPACITY
    ctx.clearRect(0, 0, this.canvas.width, this.canvas.height)
    if (this.isSmooth) this.paintSmooth(ctx)
    else this.paintCells(ctx)
  }

  private place(): void {
    const { pixels, left, top, width } = this.view
    this.drawn = this.spots.map((spot) => {
      const { west, north, east, south } = spot.box
      // Beyond the date line the map shows the world again.
      const copy = Math.round((left + width / 2) / pixels - worldX((west + east) / 2))
      const [x, y] = [(worldX(west) + copy) * pixels - left, worldY(north) * pixels - top]
      return {
        spot,
        left: x,
        top: y,
        width: (worldX(east) - worldX(west)) * pixels,
        height: (worldY(south) - worldY(north)) * pixels,
      }
    })
  }

  private paintCells(ctx: CanvasRenderingContext2D): void {
    for (const { spot, left, top, width, height } of this.drawn) {
      ctx.fillStyle = classOf(this.classes, spot.value)?.colour ?? ''
      // A gap of one pixel: cells are seen to be cells.
      ctx.fillRect(left, top, Math.max(1, width - 1), Math.max(1, height - 1))
    }
    const framed = this.drawn.find(({ spot }) => spot.key === this.chosen)
    if (!framed) return
    ctx.lineWidth = 3
    ctx.strokeStyle = this.mode === 'dark' ? '#ffffff' : '#111111'
    ctx.strokeRect(framed.left, framed.top, framed.width - 1, framed.height - 1)
  }

  /** Spots of grey that add up, and then a colour for each grey. */
  private paintSmooth(ctx: CanvasRenderingContext2D): void {
    const blob = this.blob()
    const side = blob.width / this.sharpness
    for (const { spot, left, top, width, height } of this.drawn) {
      ctx.globalAlpha = STRENGTH * warmth(this.classes, spot.value)
      ctx.drawImage(blob, left + width / 2 - side / 2, top + height / 2 - side / 2, side, side)
    }
    ctx.globalAlpha = 1
    if (this.drawn.length === 0) return
    const image = ctx.getImageData(0, 0, this.canvas.width, this.canvas.height)
    const ramp = heatRamp(this.mode)
    const { data } = image
    for (let at = 3; at < data.length; at += 4) {
      const grey = data[at] ?? 0
      if (grey === 0) continue
      for (const part of [0, 1, 2]) data[at - 3 + part] = ramp[grey * 3 + part] ?? 0
      // The edge fades; from half warm on the colour says it.
      data[at] = Math.min(255, grey * 2 + 40)
    }
    ctx.putImageData(image, 0, 0)
  }

  private blob(): HTMLCanvasElement {
    const canvas = document.createElement('canvas')
    const reach = (RADIUS_PX + FADE_PX) * this.sharpness
    canvas.width = reach * 2
    canvas.height = reach * 2
    const ctx = canvas.getContext('2d')
    if (!ctx) return canvas
    const grey = ctx.createRadialGradient(reach, reach, 0, reach, reach, reach)
    grey.addColorStop(0, 'rgba(0, 0, 0, 1)')
    grey.addColorStop(RADIUS_PX / (RADIUS_PX + FADE_PX), 'rgba(0, 0, 0, 0.3)')
    grey.addColorStop(1, 'rgba(0, 0, 0, 0)')
    ctx.fillStyle = grey
    ctx.fillRect(0, 0, canvas.width, canvas.height)
    return canvas
  }
}
