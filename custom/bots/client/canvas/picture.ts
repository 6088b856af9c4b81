import { saveFile } from '#engine/client'

const MARGIN = 40
// Chromium draws no canvas beyond this.
const MAX_SIDE = 8_000

interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Saves a picture of the whole flow, also of what is out of sight. html-to-image comes when it is first asked for.
 * @throws where the browser cannot draw it
 */
export async function savePicture(
  canvas: HTMLElement,
  bounds: Bounds,
  format: 'png' | 'svg',
  name: string,
  ground: string,
): Promise<void> {
  const viewport = canvas.querySelector<HTMLElement>('.react-flow__viewport')
  if (!viewport) throw new Error('The canvas has no viewport.')
  const { toBlob, toSvg } = await import('html-to-image')
  const [width, height] = [Math.ceil(bounds.width) + 2 * MARGIN, Math.ceil(bounds.height) + 2 * MARGIN]
  const options = {
    width,
    height,
    backgroundColor: ground,
    skipFonts: true,
    style: {
      width: `${width}px`,
      height: `${height}px`,
      transform: `translate(${MARGIN - bounds.x}px, ${MARGIN - bounds.y}px) scale(1)`,
    },
  }
  if (format === 'svg') {
    const address = await toSvg(viewport, options)
    const text = decodeURIComponent(address.slice(address.indexOf(',') + 1))
    return saveFile(new Blob([text], { type: 'image/svg+xml' }), `${name}.svg`)
  }
  const blob = await toBlob(viewport, {
    ...options,
    pixelRatio: Math.max(0.2, Math.min(2, MAX_SIDE / Math.max(width, height))),
  })
  if (!blob) throw new Error('The picture is empty.')
  saveFile(blob, `${name}.png`)
}
