import type { WidgetAppearance } from './widget-calls'

/** What the embed address says of the page that it was made for (spec 2 §9). */
const EMBED_VERSION = 125

/** Spec 2 §5: pixels; a height of 0 is automatic and a width of 0 is full. */
export const DEFAULT_APPEARANCE: WidgetAppearance = {
  background: '#ffffff',
  width: 640,
  height: 480,
  border: { width: 1, color: '#cccccc' },
  boxShadow: { width: 3, color: '#bdbdbd' },
  borderRadius: 8,
}

/** A frame cannot follow its page's height by itself: an automatic one stands at this share of the window. */
const AUTOMATIC_HEIGHT = '100vh'

/** Address of a widget's page. @param origin of this server, without a trailing slash */
export const embedAddress = (origin: string, id: number): string => `${origin}/widget/${id}?v=${EMBED_VERSION}`

/** An appearance with what is missing or no number taken from the defaults. */
export function wholeAppearance(given: DeepPartial<WidgetAppearance> | null | undefined): WidgetAppearance {
  const { background, width, height, border, boxShadow, borderRadius } = given ?? {}
  const otherwise = DEFAULT_APPEARANCE
  const line = (
    one: DeepPartial<WidgetAppearance['border']> | null | undefined,
    of: WidgetAppearance['border'],
  ): WidgetAppearance['border'] => ({ width: pixels(one?.width, of.width), color: colour(one?.color, of.color) })
  return {
    background: colour(background, otherwise.background),
    width: pixels(width, otherwise.width),
    height: pixels(height, otherwise.height),
    border: line(border, otherwise.border),
    boxShadow: line(boxShadow, otherwise.boxShadow),
    borderRadius: pixels(borderRadius, otherwise.borderRadius),
  }
}

type DeepPartial<T> = { readonly [key in keyof T]?: (T[key] extends object ? DeepPartial<T[key]> : T[key]) | null }

const MAX_PIXELS = 4000
const pixels = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_PIXELS ? value : otherwise
const colour = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : otherwise

/** The style of a frame. */
export function frameStyle({ background, width, height, border, boxShadow, borderRadius }: WidgetAppearance): {
  readonly [property: string]: string
} {
  return {
    width: width === 0 ? '100%' : `${width}px`,
    'max-width': '100%',
    height: height === 0 ? AUTOMATIC_HEIGHT : `${height}px`,
    background,
    border: border.width === 0 ? '0' : `${border.width}px solid ${border.color}`,
    'border-radius': `${borderRadius}px`,
    'box-shadow': boxShadow.width === 0 ? 'none' : `0 0 ${boxShadow.width}px ${boxShadow.color}`,
  }
}

/**
 * The code that people paste into their page: a frame, and a script that the frame works without (its height, and
 * events for a tag manager).
 */
export function embedCode(
  origin: string,
  { id, name }: { readonly id: number; readonly name: string },
  appearance: WidgetAppearance,
): string {
  const style = Object.entries(frameStyle(appearance))
    .map(([property, value]) => `${property}:${value}`)
    .join(';')
  const height = appearance.height === 0 ? ' data-height="auto"' : ''
  const frame = `<iframe src="${attribute(embedAddress(origin, id))}" title="${attribute(name)}" style="${attribute(style)}"${height} loading="lazy" allow="geolocation"></iframe>`
  return `${frame}\n<script src="${attribute(origin)}/api/hooks/widget.js" async></script>`
}

const attribute = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** A container of Google Tag Manager. */
export const GTM_CODE = /^GTM-[A-Z0-9]{4,12}$/
