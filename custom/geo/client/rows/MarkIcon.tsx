import type { Mark } from './mark'

const FORMS: { readonly [shape in Mark['shape']]: string } = {
  round: 'M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2Z',
  square: 'M3.2 2.7h9.6v10.6H3.2Z',
  diamond: 'M8 1.2 14.8 8 8 14.8 1.2 8Z',
  triangle: 'M8 1.8 14.8 13.6H1.2Z',
}

/** A mark as the map draws it, beside its word. */
export function MarkIcon({ colour, shape }: Pick<Mark, 'colour' | 'shape'>) {
  return (
    <svg viewBox="0 0 16 16" width={14} height={14} aria-hidden style={NEVER_NARROWER}>
      <path d={FORMS[shape]} fill={colour} />
    </svg>
  )
}

const NEVER_NARROWER = { flex: 'none' } as const
