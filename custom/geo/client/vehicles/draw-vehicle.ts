import { STATE_COLOURS } from '../../model/state-colours'
import { VEHICLE_PX, type VehicleShape, type VehicleState } from '../../model/vehicle-mark'

interface Paint {
  readonly body: string
  readonly edge: string
  readonly glass: string
  readonly mark: string
}

/** Colour shows the state, and so does the roof: plain when free, a light bar when taken, hollow when away. */
const STATE_PAINT: { readonly [state in VehicleState]: Paint } = {
  online: { body: STATE_COLOURS.online, edge: '#0b5c2e', glass: '#d9f5e4', mark: '#ffffff' },
  busy: { body: STATE_COLOURS.busy, edge: '#8a3f00', glass: '#ffe6cf', mark: '#ffffff' },
  offline: { body: '#eef1f4', edge: STATE_COLOURS.offline, glass: '#b9c2cb', mark: STATE_COLOURS.offline },
}

const { width: W, height: H } = VEHICLE_PX

/** Draws a vehicle seen from above, heading up, its middle at the origin; 18 × 38 pixels. */
export function drawVehicle(ctx: Ctx, shape: VehicleShape, state: VehicleState): void {
  const paint = STATE_PAINT[state]
  ctx.lineJoin = 'round'
  if (shape === 'motorcycle') motorcycle(ctx, paint)
  else body(ctx, shape, paint)
  roof(ctx, state, paint, shape)
}

type Ctx = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

// Round at the nose, rounder for a car than for a bus.
const FORM = {
  car: { width: W - 3, height: H - 4, nose: 7, tail: 5, glassTop: -9, glassLow: 8 },
  van: { width: W - 2.5, height: H - 3, nose: 5, tail: 3, glassTop: -12, glassLow: 12 },
  bus: { width: W - 2, height: H - 2, nose: 3, tail: 2, glassTop: -15, glassLow: 15 },
} as const

function body(ctx: Ctx, shape: keyof typeof FORM, { body: fill, edge, glass }: Paint): void {
  const { width, height, nose, tail, glassTop, glassLow } = FORM[shape]
  // A light rim separates it from the street, whatever the map's colour.
  ctx.beginPath()
  ctx.roundRect(-width / 2, -height / 2, width, height, [nose, nose, tail, tail])
  ctx.strokeStyle = 'rgba(255,255,255,0.95)'
  ctx.lineWidth = 3
  ctx.stroke()
  ctx.fillStyle = fill
  ctx.fill()
  ctx.strokeStyle = edge
  ctx.lineWidth = 1.25
  ctx.stroke()
  const inner = width - 4.5
  ctx.fillStyle = glass
  ctx.beginPath()
  ctx.roundRect(-inner / 2, glassTop, inner, 5, [3, 3, 1, 1])
  ctx.fill()
  ctx.beginPath()
  ctx.roundRect(-inner / 2 + 0.5, glassLow - 1, inner - 1, 3.5, [1, 1, 2, 2])
  ctx.fill()
}

function motorcycle(ctx: Ctx, { body: fill, edge, glass }: Paint): void {
  ctx.beginPath()
  ctx.roundRect(-3.5, -H / 2 + 3, 7, H - 6, 3.5)
  ctx.strokeStyle = 'rgba(255,255,255,0.95)'
  ctx.lineWidth = 3
  ctx.stroke()
  ctx.fillStyle = edge
  ctx.fill()
  // Handlebar, then the rider's shoulders and helmet.
  ctx.strokeStyle = edge
  ctx.lineWidth = 2.25
  ctx.beginPath()
  ctx.moveTo(-7.5, -6.5)
  ctx.quadraticCurveTo(0, -10.5, 7.5, -6.5)
  ctx.stroke()
  ctx.beginPath()
  ctx.ellipse(0, 2, 7.5, 6, 0, 0, Math.PI * 2)
  ctx.fillStyle = fill
  ctx.fill()
  ctx.lineWidth = 1.25
  ctx.stroke()
  ctx.beginPath()
  ctx.arc(0, 0.5, 3.25, 0, Math.PI * 2)
  ctx.fillStyle = glass
  ctx.fill()
  ctx.stroke()
}

function roof(ctx: Ctx, state: VehicleState, { mark, edge }: Paint, shape: VehicleShape): void {
  if (state === 'online' || shape === 'motorcycle') return
  if (state === 'busy') {
    ctx.fillStyle = mark
    ctx.strokeStyle = edge
    ctx.lineWidth = 1
    ctx.beginPath()
    ctx.roundRect(-4.5, -1, 9, 6, 1.5)
    ctx.fill()
    ctx.stroke()
    return
  }
  ctx.strokeStyle = mark
  ctx.lineWidth = 1.5
  ctx.beginPath()
  ctx.moveTo(-3, -1.5)
  ctx.lineTo(3, 4.5)
  ctx.moveTo(3, -1.5)
  ctx.lineTo(-3, 4.5)
  ctx.stroke()
}
