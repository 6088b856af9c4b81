import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useEvent, useListContext, useStore, useTranslate } from 'react-admin'
import { useEffect, useMemo, type ComponentType, type ReactNode, lazy, Suspense } from 'react'
import type { JsonObject } from '../../../model/json'
import { useConsole } from '../../console/console'
import { BulkAllProvider } from '../actions/bulk-all'
import { VerbsProvider } from '../actions/verbs'
import { mayHold } from '../../../model/rules/may-hold'
import { shownColumns } from '../columns'
import { useScope } from '../scope'
import { useFilters } from './filters'
import { ListFooter } from './ListFooter'
import { ListHeader } from './ListHeader'
import { ListTable } from './ListTable'
import { useReread } from './live'
import { ListToolbar } from './ListToolbar'
import { useColumnChoice, type ColumnChoice } from './preferences'
import { isWhole, type Layout } from '../../../model/layout'
import { LAYOUTS, type LayoutProps } from '../layouts/layouts'
import { OwnRowsList } from '../layouts/own-rows'
import type { LayoutChoice } from './use-layout'
import Button from '@mui/material/Button'
import { Notice } from '../../../ui/show/Notice'
import { useScreen } from '../screen'
import Alert from '@mui/material/Alert'
import { captionOf, failureText } from '../../provider/failure'

// Comes with the tools of every list, right after its rows.
const BulkBar = lazy(() => import('./BulkBar'))
// Of those who open it.
const StatsPanel = lazy(() => import('../stats/StatsPanel'))
// Of a phone.
const ListCards = lazy(() => import('./ListCards'))

/**
 * Why the list could not be loaded, with a button to retry. A line above rows that are still shown, else instead of
 * them.
 */
function ListError({ line }: { line: boolean }) {
  const translate = useTranslate()
  const { error } = useListContext()
  const { busy, reread } = useReread()
  const retry = (
    <Button variant={line ? 'text' : 'outlined'} color="inherit" loading={busy} onClick={reread}>
      {translate('actions.retry')}
    </Button>
  )
  const text = failureText(error, translate)
  if (line)
    return (
      <Alert severity="error" action={retry} sx={{ borderRadius: 0 }}>
        {text}
      </Alert>
    )
  return <Notice icon="error" title={translate('list.error')} text={text} caption={captionOf(error)} action={retry} />
}

/** No rows: the reason, and the one next step. */
function ListEmpty() {
  const translate = useTranslate()
  const { mayCreate } = useScope()
  const screen = useScreen()
  const { filterValues, setFilters } = useListContext()
  const filtered = Object.keys(filterValues as object).length > 0
  return (
    <Notice
      icon={filtered ? 'filter' : 'empty'}
      title={translate('list.empty')}
      text={translate(filtered ? 'list.empty_filtered' : 'list.empty_new')}
      action={
        filtered ? (
          <Button variant="outlined" onClick={() => setFilters({})}>
            {translate('list.clear_filters')}
          </Button>
        ) : (
          mayCreate && (
            <Button variant="contained" onClick={screen.create}>
              {translate('list.empty_create')}
            </Button>
          )
        )
      }
    />
  )
}

/** Any layout but the table, which is part of the list. */
function OtherLayout({
  layout,
  choice,
  embedded,
}: {
  layout: Exclude<Layout, { kind: 'table' }>
  choice: ColumnChoice
  embedded: boolean
}) {
  const { features } = useConsole()
  const own = LAYOUTS[layout.kind] ?? features.find(({ layouts }) => layouts?.[layout.kind])?.layouts?.[layout.kind]
  const Shown = own as ComponentType<LayoutProps> | undefined
  return Shown && <Shown layout={layout} choice={choice} embedded={embedded} />
}

interface ListViewProps {
  /** Filters that the list is bound to and users cannot change. */
  readonly bound: JsonObject
  /** Inside another page: as high as its rows, and quieter. */
  readonly embedded: boolean
  readonly layout: LayoutChoice
  /** Between the title and the filters. */
  readonly above?: ReactNode
  readonly onPageSize: (size: number) => void
}

/** The parts of a list around what react-admin's controller knows. */
export function ListView(props: ListViewProps) {
  return isWhole(props.layout.shown) ? (
    <OwnRowsList>
      <ListParts {...props} />
    </OwnRowsList>
  ) : (
    <ListParts {...props} />
  )
}

function ListParts({ bound, embedded, layout, above, onPageSize }: ListViewProps) {
  const { model, features } = useConsole()
  const { resource, label, contextOf } = useScope()
  const [isCounted, setCounted] = useStore(`stats.${resource.name}`, false)
  const stats = resource.stats.length > 0 ? isCounted : null
  const onStats = () => setCounted(!isCounted)
  const { data, error, isPending, selectedIds, onUnselectItems } = useListContext()
  const cards = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const [columns, extra] = useMemo(() => {
    const shown = (list: typeof resource.list.columns) =>
      shownColumns(
        list.filter(({ f }) => !(f in bound)),
        resource,
        model,
        label,
        features,
        // A value that no row can have, as long as a setting is off, is no column.
      ).filter(
        ({ field, from }) =>
          from !== undefined || field.see === undefined || mayHold(field.see, contextOf(resource.fixed)),
      )
    return [
      shown(resource.list.columns),
      shown([...resource.list.details, { f: 'id' }, { f: 'date_created' }, { f: 'date_updated' }]),
    ]
  }, [resource, model, label, features, bound, contextOf])
  const choice = useColumnChoice(columns, extra)
  const filters = useFilters(bound)
  // A selection belongs to this visit; the store would keep it over a reload.
  const onLeave = useEvent(onUnselectItems)
  useEffect(() => {
    onLeave()
    return () => onLeave()
  }, [onLeave])
  const failed = Boolean(error) && !data
  const { shown } = layout
  const whole = isWhole(shown)
  const drawn = whole || (!failed && (isPending || Boolean(data?.length)))
  return (
    <VerbsProvider>
      <BulkAllProvider>
        <Box sx={embedded ? FRAME : stats ? { ...FRAME, p: 2 } : { ...FRAME, ...PAGE }}>
          {!embedded && (
            <ListHeader
              choice={choice}
              layout={layout}
              embedded={false}
              cards={cards}
              stats={stats}
              onStats={onStats}
            />
          )}
          {above}
          {stats && (
            <Suspense>
              <StatsPanel bound={bound} />
            </Suspense>
          )}
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              {selectedIds.length > 0 ? (
                <Suspense fallback={<ListToolbar filters={filters} />}>
                  <BulkBar />
                </Suspense>
              ) : (
                <ListToolbar filters={filters} />
              )}
            </Box>
            {embedded && (
              <ListHeader choice={choice} layout={layout} embedded cards={cards} stats={stats} onStats={onStats} />
            )}
          </Box>
          <Paper
            variant="outlined"
            sx={{
              display: 'flex',
              flexDirection: 'column',
              minHeight: 0,
              flex: '0 1 auto',
              overflow: 'hidden',
              ...(cards && !whole && { border: 0, mx: -2, bgcolor: 'transparent', borderRadius: 0 }),
            }}
          >
            {error && <ListError line={!failed} />}
            {!whole && !failed && !isPending && data?.length === 0 && <ListEmpty />}
            {drawn &&
              shown.kind === 'table' &&
              (cards ? (
                <Suspense>
                  <ListCards choice={choice} />
                </Suspense>
              ) : (
                <ListTable choice={choice} />
              ))}
            {drawn && shown.kind !== 'table' && (
              <Suspense>
                <OtherLayout layout={shown} choice={choice} embedded={embedded} />
              </Suspense>
            )}
            {!whole && !failed && <ListFooter onPageSize={onPageSize} compact={cards} />}
          </Paper>
        </Box>
      </BulkAllProvider>
    </VerbsProvider>
  )
}

const FRAME = { display: 'flex', flexDirection: 'column', gap: 1.25, minHeight: 0 } as const
// A page scrolls inside its table (see the shell); on a phone the page itself scrolls.
const PAGE = { p: 2, maxHeight: { sm: 'var(--page-height, 100dvh)' }, minHeight: { sm: 320 } } as const
