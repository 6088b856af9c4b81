// The row of somebody in a queue: of a shift, and of a rank.

export const ROW_PRESS = {
  flex: 1,
  minWidth: 0,
  display: 'grid',
  gridTemplateColumns: '28px minmax(0, 1fr) auto',
  columnGap: 1,
  alignItems: 'center',
  px: 1,
  border: 0,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  cursor: 'pointer',
  outlineOffset: '-2px !important',
} as const
export const PLACE = { fontSize: 15, fontWeight: 600, textAlign: 'center', fontVariantNumeric: 'tabular-nums' } as const
export const LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', lineHeight: '20px' } as const
