import type { Theme } from '@mui/material/styles'

export const WIDE_ROW_PX = 36
export const NARROW_ROW_PX = 68
/** A list so wide has its rows on one line. */
export const WIDE_LIST_PX = 760

const COLUMNS = '54px 128px 100px 116px minmax(100px, 1.1fr) minmax(140px, 2.2fr) minmax(110px, 1.3fr) minmax(80px, 1fr) minmax(70px, .8fr)'
/** With less room the number, the product and the operator stand on the ride's information alone. */
const FEW_COLUMNS = '128px 96px 112px minmax(80px, 1fr) minmax(100px, 1.6fr) minmax(90px, 1.2fr)'

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 } as const

export const LIST = {
  flex: 1, minHeight: 0, overflowY: 'auto', overscrollBehavior: 'contain', scrollbarWidth: 'thin', containerType: 'inline-size', outlineOffset: '-2px !important', touchAction: 'pan-y',
} as const

/** One style for all rows. */
export const rowsStyle = (theme: Theme) => ({
  position: 'relative',
  '& .job': {
    position: 'absolute', left: 0, right: 0, boxSizing: 'border-box', px: 1.5, borderBottom: 1, borderColor: 'divider', cursor: 'pointer',
    fontSize: 13, lineHeight: '20px', fontVariantNumeric: 'tabular-nums', userSelect: 'none',
  },
  '& .job:hover': { bgcolor: 'action.hover' },
  '& .job.chosen': { bgcolor: 'action.selected' },
  '& .job.current': { boxShadow: `inset 3px 0 0 ${theme.palette.primary.main}` },
  '& .job.over': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: '-2px' },
  '& i, & em': { fontStyle: 'normal' },
  '& i, & .side, & .id': { color: 'text.secondary' },
  '& .main, & b': { fontWeight: 600 },
  '& em.driver': { color: 'text.primary' },
  '& .driver.warned': { color: 'warning.main', fontWeight: 600 },
  '& [data-kind=late] .age': { color: 'error.main', fontWeight: 600 },
  '& [data-kind=on_air] .age': { color: 'warning.main', fontWeight: 600 },
  '&[data-wide=true] .job': { height: WIDE_ROW_PX, display: 'grid', gridTemplateColumns: COLUMNS, columnGap: '12px', alignItems: 'center' },
  '&[data-wide=true] .job > span': CUT,
  '@container (max-width: 1000px)': {
    '&[data-wide=true] .job': { gridTemplateColumns: FEW_COLUMNS }, '&[data-wide=true] .job > .id, &[data-wide=true] .job > .side': { display: 'none' },
  },
  '&[data-wide=false] .job': { height: NARROW_ROW_PX, display: 'grid', alignContent: 'center' },
  '&[data-wide=false] .job > span': CUT,
  '&[data-wide=false] .job .head': { display: 'flex', gap: '8px', alignItems: 'center' },
  '&[data-wide=false] .job .head b': { ...CUT, flex: 1 },
  '&[data-wide=false] .job .side': { fontSize: 12.5 },
} as const)
