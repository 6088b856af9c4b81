import type { CrowdAnswer, CrowdRequest } from './crowd-thread'
import { spriteOf } from './sprites'
import type { SceneVehicle } from './scene'

interface CrowdPicture {
  readonly vehicles: readonly SceneVehicle[]
  /** Pixels of the canvas. */
  readonly width: number
  readonly height: number
  readonly sharpness: number
  /** Size of a vehicle beside its full one. */
  readonly scale: number
  /** Colour of the map, into which old positions fade. */
  readonly veil: string
}

/**
 * Paints crowds of vehicles in a thread of their own: ten thousand pictures take the page's thread 60 ms, in which no
 * key is answered. One picture is painted at a time; of those asked for meanwhile only the last.
 */
export class VehicleCrowd {
  private readonly thread: Worker
  private waiting: (() => void) | null = null
  private busy = false

  private constructor(private readonly show: (picture: ImageBitmap) => void) {
    this.thread = new Worker(new URL('./crowd-thread.ts', import.meta.url), { type: 'module' })
    this.thread.addEventListener('message', ({ data }: MessageEvent<CrowdAnswer>) => {
      this.busy = false
      const next = this.waiting
      this.waiting = null
      // A picture that is out of date by now is followed by the right one.
      if (next) next()
      else if (data.picture) this.show(data.picture)
    })
  }

  /** Null where the browser paints nothing outside the page's thread. */
  static open(show: (picture: ImageBitmap) => void): VehicleCrowd | null {
    return typeof OffscreenCanvas === 'undefined' || typeof Worker === 'undefined' ? null : new VehicleCrowd(show)
  }

  paint(asked: CrowdPicture): void {
    if (this.busy) {
      this.waiting = () => this.send(asked)
      return
    }
    this.send(asked)
  }

  /** What is being painted shows something else than the map does by now. */
  forget(): void {
    if (this.busy) this.waiting = () => {}
  }

  close(): void {
    this.thread.terminate()
  }

  private send({ vehicles, ...picture }: CrowdPicture): void {
    const places = new Float32Array(vehicles.length * 2)
    const sprites = new Uint16Array(vehicles.length)
    for (const [index, { x, y, mark }] of vehicles.entries()) {
      places[index * 2] = x
      places[index * 2 + 1] = y
      sprites[index] = spriteOf(mark)
    }
    this.busy = true
    this.thread.postMessage({ ...picture, places, sprites } satisfies CrowdRequest, [places.buffer, sprites.buffer])
  }
}
