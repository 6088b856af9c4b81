import L from 'leaflet'
import { PALETTES } from './palette'
import { FONTS, paintTile, SPACING } from './paint-tile'
import { placeNames, type NameStyle, type PlacedName } from './place-names'
import { worldPixels } from './world'
import type { WorldMap } from './world-map'

/** The drawn base map as canvas tiles: moves and zooms like a layer of images, and needs no network. */
export class BaseGrid extends L.GridLayer {
  private readonly names = new Map<number, readonly PlacedName[]>()

  constructor(
    private readonly map: WorldMap,
    private readonly mode: 'light' | 'dark',
    options: L.GridLayerOptions,
  ) {
    super(options)
  }

  override createTile(coords: L.Coords): HTMLElement {
    const canvas = document.createElement('canvas')
    const size = this.getTileSize().x
    const sharpness = Math.min(2, window.devicePixelRatio || 1)
    canvas.width = size * sharpness
    canvas.height = size * sharpness
    const ctx = canvas.getContext('2d', { alpha: false })
    if (!ctx) return canvas
    ctx.scale(sharpness, sharpness)
    const pixels = worldPixels(coords.z)
    const place = { zoom: coords.z, pixels, left: coords.x * size, top: coords.y * size, size }
    paintTile(ctx, place, this.map, this.namesAt(coords.z, ctx), PALETTES[this.mode])
    return canvas
  }

  /** Names are placed over the whole map at once, so that they continue across the edges of tiles. */
  private namesAt(zoom: number, ctx: CanvasRenderingContext2D): readonly PlacedName[] {
    const known = this.names.get(zoom)
    if (known) return known
    const measure = (text: string, style: NameStyle): number => {
      ctx.font = FONTS[style]
      ctx.letterSpacing = SPACING[style]
      return ctx.measureText(text).width
    }
    const placed = placeNames(this.map, zoom, worldPixels(zoom), measure)
    this.names.set(zoom, placed)
    return placed
  }
}
