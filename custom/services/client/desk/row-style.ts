// A long reason has the whole width, and its buttons stand together a line below.
export const TEXT = { flex: '1 1 55%', minWidth: 0, overflowWrap: 'anywhere' } as const
export const BUTTONS = {
  flex: 'none',
  display: 'flex',
  alignItems: 'center',
  columnGap: 0.5,
  marginInlineStart: 'auto',
}

/** One line of what just happened. */
export const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  alignItems: 'center',
  columnGap: 1,
  px: 2,
  py: 0.25,
  minHeight: 30,
  '& svg': { fontSize: 17, flex: 'none' },
  '& + li': { borderTop: 1, borderColor: 'divider' },
  '& button': { flex: 'none', minHeight: 26 },
} as const
