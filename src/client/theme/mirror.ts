/** What stylis hands a plugin: a declaration of a rule, its property and value. */
export interface Declaration {
  readonly type: string
  readonly props: string | readonly string[]
  readonly children: unknown
  return: string
}

const OTHER: { readonly [word: string]: string } = { left: 'right', right: 'left', Left: 'Right', Right: 'Left' }
const FROM_THE_RIGHT: { readonly [word: string]: string } = { start: 'right', end: 'left' }
const SIDED =
  /^(?:(?:left|right)$|(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)|border-(?:top|bottom)-(?:left|right)-radius$)/
/** Properties whose value names a side. */
const BY_WORD = new Set([
  'text-align',
  'float',
  'clear',
  'caption-side',
  'transform-origin',
  'background-position',
  'justify-content',
])
/** Properties of four sides: top, right, bottom, left. */
const FOUR = new Set([
  'margin',
  'padding',
  'inset',
  'border-width',
  'border-color',
  'border-style',
  'scroll-margin',
  'scroll-padding',
])

/** A declaration as it is in a page that is read from the right: what is said of the left holds for the right. */
export function mirrored(property: string, value: string): readonly [property: string, value: string] {
  // A cell whose text has a direction of its own would begin where that text does.
  if (property === 'text-align' && Object.hasOwn(FROM_THE_RIGHT, value))
    return [property, FROM_THE_RIGHT[value] ?? value]
  if (SIDED.test(property)) return [property.replace(/left|right/, (side) => OTHER[side] ?? side), value]
  if (BY_WORD.has(property)) return [property, value.replace(/\b(left|right)\b/g, (side) => OTHER[side] ?? side)]
  const parts = partsOf(value)
  if (FOUR.has(property) && parts.length === 4) return [property, [parts[0], parts[3], parts[2], parts[1]].join(' ')]
  // Top left, top right, bottom right, bottom left.
  if (property === 'border-radius' && parts.length === 4)
    return [property, [parts[1], parts[0], parts[3], parts[2]].join(' ')]
  if (property === 'transform')
    return [property, value.replace(/\b(translate(?:X|3d)?)\(\s*(-?)([\d.]+[a-z%]*)/g, turned)]
  return [property, value]
}

/** What moves to one side moves to the other. */
const turned = (_all: string, how: string, sign: string, way: string): string =>
  `${how}(${sign === '-' || Number.parseFloat(way) === 0 ? '' : '-'}${way}`

/** The parts of a value at its top level: what stands in parentheses is one. */
function partsOf(value: string): readonly string[] {
  return value.match(/(?:[^\s(]+\([^)]*\)|[^\s()]+)+/g) ?? []
}

/** The stylis plugin. */
export function mirrorPlugin(element: Declaration): void {
  if (element.type !== 'decl' || typeof element.props !== 'string' || typeof element.children !== 'string') return
  const [property, value] = mirrored(element.props, element.children)
  if (property !== element.props || value !== element.children) element.return = `${property}:${value};`
}
