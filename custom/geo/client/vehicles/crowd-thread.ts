/// <reference lib="webworker" />
import { SPRITE_PX, Sprites } from './sprites'

// A thread of the page: pictures of many vehicles, painted while the page answers keys.

/** Vehicles in painting order. */
export interface CrowdRequest {
  /** Pixels of the canvas. */
  readonly width: number
  readonly height: number
  readonly sharpness: number
  readonly scale: number
  readonly veil: string
  /** The middle of each: x, y, x, y …, in pixels of the map. */
  readonly places: Float32Array<ArrayBuffer>
  /** As `spriteOf` numbers them. */
  readonly sprites: Uint16Array<ArrayBuffer>
}

export interface CrowdAnswer {
  /** Null: this browser's thread has no canvas to paint on. */
  readonly picture: ImageBitmap | null
}

let pictures: Sprites | null = null
const canvas = new OffscreenCanvas(1, 1)

self.addEventListener('message', ({ data }: MessageEvent<CrowdRequest>) => {
  const picture = painted(data)
  self.postMessage({ picture } satisfies CrowdAnswer, picture ? [picture] : [])
})

function painted({ width, height, sharpness, scale, veil, places, sprites }: CrowdRequest): ImageBitmap | null {
  canvas.width = width
  canvas.height = height
  const ctx = canvas.getContext('2d')
  if (!ctx) return null
  pictures ??= new Sprites(sharpness)
  pictures.fadeInto(veil)
  ctx.setTransform(sharpness, 0, 0, sharpness, 0, 0)
  const side = SPRITE_PX * scale
  for (const [index, sprite] of sprites.entries()) {
    ctx.drawImage(
      pictures.at(sprite),
      (places[index * 2] ?? 0) - side / 2,
      (places[index * 2 + 1] ?? 0) - side / 2,
      side,
      side,
    )
  }
  return canvas.transferToImageBitmap()
}
