/** Where a font of fontkit keeps them. */
const SHAPES = '_glyphs'

/** What is used here of a font that pdfkit embeds; it has no types. */
export interface EmbeddedFont {
  encode(text: string, features?: unknown): readonly [codes: readonly string[], positions: readonly unknown[]]
  layoutRun(
    text: string,
    features?: unknown,
  ): { readonly glyphs: readonly Glyph[]; readonly positions: readonly unknown[] }
  readonly subset: { includeGlyph(id: number): number; readonly glyphs: number[] }
  readonly widths: number[]
  readonly unicode: (readonly number[])[]
  readonly scale: number
  /** The font itself; it keeps each shape with the first letter that it was asked for. */
  readonly font: {
    getGlyph(id: number, codePoints?: readonly number[]): Glyph
    readonly [SHAPES]: { [id: number]: Glyph }
  }
}
interface Glyph {
  readonly id: number
  readonly advanceWidth: number
  readonly codePoints: readonly number[]
}

const kept = new WeakSet<EmbeddedFont>()

/**
 * Arabic fonts draw several letters with one shape and set their dots apart, and pdfkit keeps one letter for each
 * shape: what is selected or searched would be another word. Here a shape that stands for another letter is embedded
 * once more.
 */
export function keepLetters(font: EmbeddedFont): void {
  if (kept.has(font)) return
  kept.add(font)
  const codes = new Map<string, number>()
  const codeOf = ({ id, advanceWidth, codePoints }: Glyph): number => {
    const key = `${id}/${codePoints.join()}`
    const known = codes.get(key)
    if (known !== undefined) return known
    const shared = font.subset.includeGlyph(id)
    const code = font.unicode[shared] === undefined ? shared : font.subset.glyphs.push(id) - 1
    font.widths[code] = advanceWidth * font.scale
    font.unicode[code] = codePoints
    codes.set(key, code)
    return code
  }
  const { font: shapes } = font
  const read = shapes.getGlyph.bind(shapes)
  shapes.getGlyph = (id, codePoints) => {
    delete shapes[SHAPES][id]
    return read(id, codePoints)
  }
  font.encode = (text, features) => {
    const { glyphs, positions } = font.layoutRun(text, features)
    return [glyphs.map((glyph) => codeOf(glyph).toString(16).padStart(4, '0')), positions]
  }
}
