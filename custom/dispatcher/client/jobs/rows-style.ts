import { alpha, type Theme } from '@mui/material/styles'

/** On how many lines a row stands, and how high it is. */
export const ROW_PX = { 1: 36, 2: 50, 3: 68 } as const
export type RowLines = keyof typeof ROW_PX

/** A list so wide has its rows on one line, and one beside a map on two. */
const WIDE_LIST_PX = 760
const MIDDLE_LIST_PX = 520

export const linesIn = (list_px: number): RowLines => (list_px >= WIDE_LIST_PX ? 1 : list_px >= MIDDLE_LIST_PX ? 2 : 3)

/**
 * What a row on one line says, in its order: how wide, and how wide where there is less room; null: not then, but on
 * the ride's information.
 */
const COLUMNS = {
  id: ['54px', null],
  state: ['128px', '128px'],
  age: ['116px', '96px'],
  when: ['116px', '112px'],
  client: ['minmax(100px, 1.1fr)', 'minmax(80px, 1fr)'],
  route: ['minmax(140px, 2.2fr)', 'minmax(100px, 1.6fr)'],
  driver: ['minmax(110px, 1.3fr)', 'minmax(90px, 1.2fr)'],
  product: ['minmax(80px, 1fr)', null],
  operator: ['minmax(70px, .8fr)', null],
} as const
/** Those that somebody may do without. */
export const JOB_COLUMNS = ['id', 'when', 'route', 'driver', 'product', 'operator'] as const
export type JobColumn = (typeof JOB_COLUMNS)[number]

/** The widths of the columns that are not hidden, for a list with much room and with less. */
export function columnsStyle(hidden: readonly JobColumn[]): {
  readonly '--columns': string
  readonly '--few-columns': string
} {
  const shown = Object.entries(COLUMNS)
    .filter(([column]) => !hidden.some((one) => one === column))
    .map(([, widths]) => widths)
  return {
    '--columns': shown.map(([wide]) => wide).join(' '),
    '--few-columns': shown.flatMap(([, few]) => few ?? []).join(' '),
  }
}

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 } as const

export const LIST = {
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  scrollbarWidth: 'thin',
  containerType: 'inline-size',
  outlineOffset: '-2px !important',
  touchAction: 'pan-y',
} as const

/** One style for all rows. */
export const rowsStyle = (theme: Theme) =>
  ({
    position: 'relative',
    '& .job': {
      position: 'absolute',
      left: 0,
      right: 0,
      boxSizing: 'border-box',
      px: 1.5,
      borderBottom: 1,
      borderColor: 'divider',
      cursor: 'pointer',
      fontSize: 13,
      lineHeight: '20px',
      fontVariantNumeric: 'tabular-nums',
      userSelect: 'none',
    },
    '& .job.current': { boxShadow: `inset 3px 0 0 ${theme.palette.primary.main}` },
    '& .job.over': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: '-2px' },
    '& i, & em': { fontStyle: 'normal' },
    '& i, & .side, & .id': { color: 'text.secondary' },
    '& .main, & b': { fontWeight: 600 },
    '& em.driver': { color: 'text.primary' },
    '& .driver.warned': { color: 'warning.main', fontWeight: 600 },
    '& [data-kind=late] .age': { color: 'error.main', fontWeight: 600 },
    '& [data-late=soon]': { bgcolor: alpha(theme.palette.warning.main, 0.1) },
    '& [data-late=late]': { bgcolor: alpha(theme.palette.error.main, 0.12) },
    '& [data-late=soon] .age': { color: 'warning.main', fontWeight: 600 },
    '& [data-late=late] .age': { color: 'error.main', fontWeight: 600 },
    '& [data-kind=on_air] .age': { color: 'warning.main', fontWeight: 600 },
    '& .job:hover': { bgcolor: 'action.hover' },
    '& .job.chosen': { bgcolor: 'action.selected' },
    "&[data-lines='1'] .job": {
      height: ROW_PX[1],
      display: 'grid',
      gridTemplateColumns: 'var(--columns)',
      columnGap: '12px',
      alignItems: 'center',
    },
    "&[data-lines='1'] .job > span": CUT,
    '@container (max-width: 1000px)': {
      "&[data-lines='1'] .job": { gridTemplateColumns: 'var(--few-columns)', columnGap: '8px' },
      "&[data-lines='1'] .job > .id, &[data-lines='1'] .job > .side": { display: 'none' },
    },
    ...Object.fromEntries(
      JOB_COLUMNS.map((column) => [`&[data-lines='1'][data-hidden~=${column}] .job > .${column}`, { display: 'none' }]),
    ),
    "&[data-lines='2'] .job": { height: ROW_PX[2], display: 'grid', alignContent: 'center' },
    "&[data-lines='2'] .job > span": { display: 'flex', gap: '8px', alignItems: 'center', minWidth: 0 },
    "&[data-lines='2'] .job > span > *": CUT,
    "&[data-lines='2'] .job .head > *": { flexShrink: 0 },
    "&[data-lines='2'] .job .head b, &[data-lines='2'] .job .way": { flex: '1 1 0', flexShrink: 1 },
    "&[data-lines='2'] .job .head .driver": { flex: '1 1 0', flexShrink: 1, textAlign: 'end' },
    "&[data-lines='2'] .job .side": { flex: '0 1 auto', maxWidth: '45%', fontSize: 12.5 },
    "&[data-lines='3'] .job": { height: ROW_PX[3], display: 'grid', alignContent: 'center' },
    "&[data-lines='3'] .job > span": CUT,
    "&[data-lines='3'] .job .head": { display: 'flex', gap: '8px', alignItems: 'center' },
    "&[data-lines='3'] .job .head b": { ...CUT, flex: 1 },
    "&[data-lines='3'] .job .side": { fontSize: 12.5 },
  }) as const
