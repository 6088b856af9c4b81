/** A word of a laid-out line, as pdfmake has it; `rtl` and `base` come from the text's run. */
export interface PdfWord {
  text: string
  x: number
  readonly width: number
  readonly trailingCut?: number
  readonly rtl?: true
  readonly base?: 'rtl'
}

type Kind = 'left' | 'right' | 'number' | 'neutral'
interface Unit {
  readonly inline: PdfWord | null
  readonly width: number
  readonly kind: Kind
}

const MIRRORED: { readonly [sign: string]: string } = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
}

/**
 * Puts the words of a line into the order in which people read them (UAX #9, word by word): the library lays every line
 * out from left to right. A line without right-to-left words stays as it is.
 */
export function orderLine(inlines: readonly PdfWord[]): void {
  if (!inlines.some(({ rtl }) => rtl)) return
  const base = inlines.some((one) => one.base === 'rtl') ? 1 : 0
  const units = unitsOf(inlines)
  const levels = levelsOf(
    units.map(({ kind }) => kind),
    base,
  )
  let x = 0
  for (const at of visualOrder(levels)) {
    const unit = units[at]
    if (!unit) continue
    if (unit.inline) {
      unit.inline.x = x
      unit.inline.text = unit.inline.text.trim()
      if (unit.kind === 'neutral' && (levels[at] ?? 0) % 2 === 1)
        unit.inline.text = [...unit.inline.text]
          .reverse()
          .map((sign) => MIRRORED[sign] ?? sign)
          .join('')
    }
    x += unit.width
  }
}

/** Words, and the spaces behind them; none behind the last. */
function unitsOf(inlines: readonly PdfWord[]): readonly Unit[] {
  return inlines.flatMap((inline, at): Unit[] => {
    const space = inline.trailingCut ?? 0
    const word: Unit = { inline, width: inline.width - space, kind: kindOf(inline) }
    return at === inlines.length - 1 || space === 0 ? [word] : [word, { inline: null, width: space, kind: 'neutral' }]
  })
}

function kindOf({ rtl, text }: PdfWord): Kind {
  if (rtl) return 'right'
  if (/\p{L}/u.test(text)) return 'left'
  return /\p{N}/u.test(text) ? 'number' : 'neutral'
}

function levelsOf(kinds: readonly Kind[], base: 0 | 1): readonly number[] {
  const around = base === 1 ? 'right' : 'left'
  // A number behind left-to-right text is part of it (W7).
  let strong: Kind = around
  const known = kinds.map((kind) => {
    if (kind === 'left' || kind === 'right') strong = kind
    return kind === 'number' && strong === 'left' ? 'left' : kind
  })
  // What stands between two of one direction has theirs, else that of the text (N1, N2); a number counts as
  // right-to-left there.
  const side = (kind: Kind | undefined): Kind => (kind === undefined ? around : kind === 'number' ? 'right' : kind)
  return known.map((kind, at) => {
    if (kind === 'number') return 2
    if (kind !== 'neutral') return kind === 'right' ? 1 : base === 1 ? 2 : 0
    const before = side(known.slice(0, at).findLast((one) => one !== 'neutral'))
    const after = side(known.slice(at + 1).find((one) => one !== 'neutral'))
    if (before !== after) return base
    return before === 'right' ? 1 : base === 1 ? 2 : 0
  })
}

/** From the highest level down, what stands at it or above is turned round (L2). */
function visualOrder(levels: readonly number[]): readonly number[] {
  const order = levels.map((_, at) => at)
  for (let level = Math.max(...levels); level > 0; level--) {
    let start = -1
    for (let at = 0; at <= order.length; at++) {
      const isIn = at < order.length && (levels[order[at] ?? 0] ?? 0) >= level
      if (isIn && start < 0) start = at
      if (!isIn && start >= 0) {
        order.splice(start, at - start, ...order.slice(start, at).reverse())
        start = -1
      }
    }
  }
  return order
}
