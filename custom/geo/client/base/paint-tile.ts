import type { MapPalette } from './palette'
import type { NameStyle, PlacedName } from './place-names'
import type { WorldPoint } from './world'
import type { WorldMap } from './world-map'

/** One square of the map: its zoom, and which of the world's pixels it shows. */
interface TilePlace {
  readonly zoom: number
  readonly pixels: number
  readonly left: number
  readonly top: number
  readonly size: number
}

const FONT = "'Inter Variable', system-ui, sans-serif"
export const FONTS: { readonly [style in NameStyle]: string } = {
  district: `600 12px ${FONT}`,
  avenue: `500 11px ${FONT}`,
  expressway: `600 11px ${FONT}`,
  sea: `italic 500 14px ${FONT}`,
}
export const SPACING: { readonly [style in NameStyle]: string } = {
  district: '0.6px',
  avenue: '0px',
  expressway: '0.2px',
  sea: '2px',
}

/** Draws sea, districts, streets and names of one tile. */
export function paintTile(
  ctx: CanvasRenderingContext2D,
  place: TilePlace,
  map: WorldMap,
  names: readonly PlacedName[],
  colours: MapPalette,
): void {
  const { pixels, left, top, size, zoom } = place
  const trace = (points: readonly WorldPoint[]): void => {
    ctx.beginPath()
    points.forEach(({ x, y }, i) => {
      if (i === 0) ctx.moveTo(x * pixels - left, y * pixels - top)
      else ctx.lineTo(x * pixels - left, y * pixels - top)
    })
  }
  // A street's name may extend into a tile that its line does not.
  const near = (points: readonly WorldPoint[]): boolean => touches(points, place, 40)
  ctx.lineJoin = 'round'
  ctx.lineCap = 'round'

  ctx.fillStyle = colours.land
  ctx.fillRect(0, 0, size, size)
  for (const { points } of map.areas.filter((area) => near(area.points))) {
    trace(points)
    ctx.closePath()
    ctx.fillStyle = colours.district
    ctx.fill()
    // However many districts there are, their fills must leave no hairline of land between them.
    ctx.strokeStyle = colours.district
    ctx.lineWidth = 1
    ctx.stroke()
  }
  trace(map.sea)
  ctx.fillStyle = colours.sea
  ctx.fill()
  ctx.setLineDash([4, 4])
  ctx.strokeStyle = colours.border
  ctx.lineWidth = 1
  for (const side of map.borders.filter(near)) {
    trace(side)
    ctx.stroke()
  }
  ctx.setLineDash([])
  if (near(map.river)) {
    trace(map.river)
    ctx.strokeStyle = colours.water
    ctx.lineWidth = widthAt(zoom) * 0.9
    ctx.stroke()
  }
  trace(map.shore)
  ctx.strokeStyle = colours.shore
  ctx.lineWidth = 1.5
  ctx.stroke()

  const streets = map.streets.filter((street) => near(street.points))
  for (const edge of [true, false]) {
    for (const kind of ['avenue', 'expressway'] as const) {
      ctx.strokeStyle = colours[edge ? (`${kind}Edge` as const) : kind]
      ctx.lineWidth = widthAt(zoom) * (kind === 'expressway' ? 1.35 : 1) + (edge ? 1.6 : 0)
      for (const street of streets.filter((one) => one.kind === kind)) {
        trace(street.points)
        ctx.stroke()
      }
    }
  }
  paintNames(ctx, place, names, colours)
}

function paintNames(
  ctx: CanvasRenderingContext2D,
  { left, top, size }: TilePlace,
  names: readonly PlacedName[],
  colours: MapPalette,
): void {
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.lineWidth = 3
  for (const { text, style, x, y, angle, width } of names) {
    const halfWidth = width / 2 + 12
    if (x < left - halfWidth || x > left + size + halfWidth || y < top - halfWidth || y > top + size + halfWidth)
      continue
    ctx.save()
    ctx.translate(x - left, y - top)
    ctx.rotate(angle)
    ctx.font = FONTS[style]
    ctx.letterSpacing = SPACING[style]
    ctx.strokeStyle = style === 'sea' ? colours.seaHalo : colours.halo
    ctx.fillStyle = style === 'sea' ? colours.seaName : style === 'district' ? colours.place : colours.street
    ctx.strokeText(text, 0, 0)
    ctx.fillText(text, 0, 0)
    ctx.restore()
  }
}

/** Width of an avenue in pixels: a hairline over the city, about its true width from zoom 17 on. */
const widthAt = (zoom: number): number => Math.min(26, Math.max(1.1, 1.7 * 1.52 ** (zoom - 12)))

function touches(points: readonly WorldPoint[], { pixels, left, top, size }: TilePlace, margin: number): boolean {
  let [west, east, north, south] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, y } of points) {
    west = Math.min(west, x)
    east = Math.max(east, x)
    north = Math.min(north, y)
    south = Math.max(south, y)
  }
  return (
    east * pixels >= left - margin &&
    west * pixels <= left + size + margin &&
    south * pixels >= top - margin &&
    north * pixels <= top + size + margin
  )
}
