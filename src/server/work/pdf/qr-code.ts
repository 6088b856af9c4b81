import { createRequire } from 'node:module'

/** Black squares of a code: its size in squares, and the path that draws them. */
interface QrCode {
  readonly size: number
  readonly path: string
}

interface Square {
  readonly x: number
  readonly y: number
  readonly w: number
}
/** The encoder of pdfmake, which has no types; it knows nothing of pages. */
interface Encoder {
  measure(node: { readonly qr: string; readonly fit: number; readonly eccLevel: string }): {
    readonly _canvas: readonly Square[]
    readonly _width: number
  }
}

let encoder: Encoder | null = null

/** A text as a QR code, the same on paper and in a page; null where it is empty or longer than a code can be. */
export function qrCode(text: string): QrCode | null {
  if (text.trim() === '') return null
  encoder ??= (createRequire(import.meta.url)('pdfmake/js/qrEnc.js') as { readonly default: Encoder }).default
  try {
    const {
      _canvas: [, ...squares],
      _width,
    } = encoder.measure({ qr: text, fit: 1000, eccLevel: 'M' })
    const [first] = squares
    if (!first) return null
    const at = (value: number): number => Math.round(value / first.w)
    return { size: at(_width), path: squares.map(({ x, y }) => `M${at(x)} ${at(y)}h1v1h-1z`).join('') }
  } catch {
    return null
  }
}
