import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useEvent, useListContext, useStore, useTranslate, type Identifier } from 'react-admin'
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { JsonObject } from '../../../../model/json'
import { useKeys } from '../../../../ui/keys'
import { Notice } from '../../../../ui/show/Notice'
import { useConsole } from '../../../console/console'
import { shownColumns } from '../../columns'
import { PaneRouter, type Pane } from '../../detail/pane'
import ListCards from '../../list/ListCards'
import { useScope } from '../../scope'
import type { LayoutProps } from '../layouts'
import { FIRST_PX, PaneDivider } from './PaneDivider'
import { PaneRows } from './PaneRows'
import { useChosenPlace } from './use-place'

const DetailPage = lazy(() => import('../../detail/DetailPage'))

/** Whoever goes through the rows reads only the record they stop at. */
const REST_MS = 120

/** The rows beside the page of the chosen one; on a narrow screen the rows, which lead to their pages. */
export default function TwoPaneLayout(props: LayoutProps<'two-pane'>) {
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  return isNarrow ? <ListCards choice={props.choice} /> : <TwoPanes {...props} />
}

function TwoPanes({ layout: { card }, choice }: LayoutProps<'two-pane'>) {
  const translate = useTranslate()
  const { data, isPending, isPlaceholderData, selectedIds, onToggleItem } = useListContext()
  const { resource, label, nameOf } = useScope()
  const { model, features } = useConsole()
  const [width, setWidth] = useStore('two-pane.width', FIRST_PX)
  const place = useChosenPlace()
  const rows = (data ?? []) as readonly JsonObject[]
  const named = useMemo(
    () => shownColumns(card, resource, model, label, features),
    [card, resource, model, label, features],
  )
  const [list, record] = [useRef<HTMLDivElement>(null), useRef<HTMLElement>(null)]
  const id = useRested(place.id)
  const chosen = rows.find((row) => String(row['id']) === place.id)

  const rowOf = (of: string | null): HTMLElement | null =>
    of === null ? null : (list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(of)}"] a.name`) ?? null)
  const step = (by: 1 | -1): void => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? place.id
    const at = rows.findIndex((row) => String(row['id']) === focused)
    const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + by))]
    if (!next) return
    place.choose(next['id'] as Identifier, { quietly: place.id !== null })
    const link = rowOf(String(next['id']))
    link?.focus()
    link?.closest('li')?.scrollIntoView({ block: 'nearest' })
  }
  useKeys([
    { keys: 'j', label: translate('list.key_row_next'), run: () => step(1), active: rows.length > 0 },
    { keys: 'k', label: translate('list.key_row_prev'), run: () => step(-1), active: rows.length > 0 },
    {
      keys: 'x',
      label: translate('list.key_select'),
      run: () => chosen && onToggleItem(chosen['id'] as Identifier),
      active: chosen !== undefined,
    },
  ])
  const onArrows = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    step(event.key === 'ArrowDown' ? 1 : -1)
  }
  // A menu or a dialog of the record has taken its own.
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return
    event.preventDefault()
    ;(rowOf(place.id) ?? list.current)?.focus()
  }
  const gone = useEvent(() => place.choose(null, { quietly: true }))
  const openTab = useEvent((tab: string) => place.choose(place.id, { tab, quietly: true }))
  const pane = useMemo<Pane>(() => ({ onGone: gone, openTab }), [gone, openTab])

  return (
    <Box sx={FRAME} aria-busy={isPending || isPlaceholderData}>
      <Box
        ref={list}
        tabIndex={-1}
        onKeyDown={onArrows}
        sx={{
          width,
          flex: 'none',
          maxWidth: '60%',
          overflowY: 'auto',
          opacity: isPlaceholderData ? 0.55 : 1,
          outline: 'none',
        }}
      >
        {isPending ? (
          Array.from({ length: 8 }, (_row, index) => (
            <Skeleton key={index} variant="rounded" height={44} sx={{ m: 1.5 }} />
          ))
        ) : (
          <PaneRows
            rows={rows}
            shown={choice.shown}
            named={named}
            chosen={place.id}
            selectedIds={selectedIds}
            linkTo={place.linkTo}
            onSelect={onToggleItem}
            onChoose={(one, led, enters) => {
              if (!led && String(one) !== place.id) place.choose(one)
              if (enters) record.current?.focus()
            }}
          />
        )}
      </Box>
      <PaneDivider width={width} label={translate('two_pane.width')} onWidth={setWidth} />
      <Box
        component="section"
        ref={record}
        tabIndex={-1}
        aria-label={chosen ? `${translate('two_pane.record')}: ${nameOf(chosen)}` : translate('two_pane.record')}
        onKeyDown={onEscape}
        sx={{
          flex: 1,
          minWidth: 0,
          overflowY: 'auto',
          outline: 'none',
          '&:focus-visible': { boxShadow: (theme) => `inset 0 0 0 2px ${theme.palette.primary.main}` },
        }}
      >
        {id === null ? (
          <Notice icon="empty" title={translate('two_pane.choose')} text={translate('two_pane.choose_text')} />
        ) : (
          <Suspense>
            <PaneRouter key={id}>
              <DetailPage id={id} tab={place.tab} pane={pane} />
            </PaneRouter>
          </Suspense>
        )}
      </Box>
    </Box>
  )
}

/** A value once it has rested. */
function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}

// As high as the page allows, however few rows there are.
const FRAME = { display: 'flex', flex: '0 1 calc(100dvh - 210px)', minHeight: 320, overflow: 'hidden' } as const
