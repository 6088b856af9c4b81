import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useEvent, useTranslate } from 'react-admin'
import { useEffect, useId, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import type { JsonObject } from '../../../model/json'
import { outerValues } from '../../../model/rules/bound-choices'
import { withSetValues } from '../../../model/validation/set-values'
import { errorKey } from '../../../model/error-key'
import type { InputProps } from '../../../ui/field-view'
import { LiveText } from '../../../ui/show/LiveText'
import { LookupProvider, useLookup } from '../../../ui/lookup'
import { useConsole } from '../../console/console'
import { useChildShape } from './child-shape'
import { GridCards } from './GridCards'
import { useGridEvents, useRowErrors } from './grid-events'
import { cellOf, findOwn, focusCell, isOwn, keyTarget, type CellPlace } from '../grid/grid-keys'
import { GridTable } from './GridRows'
import { useRowRules } from '../grid/row-context'
import { ownRowErrors } from '../grid/row-errors'
import { useRowFormulas } from '../grid/row-formulas'
import { useGridOrder } from './row-order'
import { OuterValuesProvider } from '../grid/outer-values'
import { keepSame, newRow, gridRowsOf, type GridRow } from '../../provider/grid-rows'
import { useFormContext } from 'react-hook-form'
import { usePaste } from '../grid/use-paste'

/**
 * The rows of a record as a grid inside its form: filled by typing or by pasting from a spreadsheet, saved with the
 * record.
 */
export default function ChildrenInput({
  field,
  source,
  label,
  value,
  onChange,
  onPreset,
  error,
  help,
  required,
  disabled,
  form,
}: InputProps) {
  const translate = useTranslate()
  const contextOf = useRowRules()
  const { model } = useConsole()
  const { setError } = useFormContext()
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  const shape = useChildShape(field)
  const { entity, columns, max } = shape
  const cards = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const rows = useSameRows(gridRowsOf(value))
  const check = (row: GridRow, name: string): string | null => {
    if (!entity) return null
    const error = ownRowErrors(row, null, entity, contextOf)[name]
    return error ? translate(errorKey(error.key), { _: translate('validation.unsaid'), ...error.params }) : null
  }
  const { events, keys, removed, restore, fill, patch, isNewest } = useGridEvents(
    source,
    rows,
    (next) => onChange(entity ? next.map((row) => withSetValues(entity, row, contextOf)) : [...next]),
    check,
    onPreset && ((next) => onPreset([...next])),
  )
  // What a state locks stays as it is stored.
  useRowFormulas(
    disabled ? undefined : entity,
    field.children?.link ?? '',
    rows,
    keys,
    model.entities,
    (next) => onChange([...next]),
    isNewest,
  )
  const wantFocus = useFocusAfter(grid)
  const order = useGridOrder(
    rows.length,
    useEvent((from: number, to: number) => {
      wantFocus(`[data-grip="${to}"]`)
      events.move(from, to)
    }),
  )
  const link = field.children?.link ?? ''
  const parent = form['id'] ?? null
  // The choices of a row may depend on its parent record, which is not sent with the row.
  const blank = useMemo(
    () => ({
      ...newRow(
        entity,
        columns.map(({ f }) => f),
      ),
      [link]: parent,
    }),
    [entity, columns, link, parent],
  )
  const seen = JSON.stringify(outerValues(entity, link, form))
  const outer = useMemo(() => JSON.parse(seen) as JsonObject, [seen])
  const full = rows.length >= max
  const add = () => {
    if (full || disabled) return
    wantFocus({ row: rows.length, column: 0 })
    fill([...rows, blank])
  }
  const { paste, announcement: pasted } = usePaste({
    columns,
    rows,
    blank,
    max,
    disabled,
    fill,
    patch,
    outside: outer,
    onError: (row, name, message) => setError(`${source}.${row}.${name}`, { type: 'named', message }),
  })
  const onKeyDown = (event: KeyboardEvent) => {
    // What is typed within a row's own rows is theirs.
    const place = isOwn(grid.current, event.target) ? cellOf(event.target) : null
    const next = place && keyTarget(event, place)
    if (!next) return
    event.preventDefault()
    if (next.row === rows.length && event.key === 'Enter') add()
    else focusCell(grid.current, next)
  }
  const onPaste = (event: ClipboardEvent) => {
    if (isOwn(grid.current, event.target)) paste(event, cellOf(event.target) ?? { row: rows.length, column: 0 })
  }
  const lookup = useLookup()
  const ownLookup = useMemo(
    () => ({
      ...lookup,
      labelOf: (f: string) =>
        f.startsWith(`${link}.`) ? (lookup.labelOf?.(f.slice(link.length + 1)) ?? f) : shape.label(f),
    }),
    [lookup, shape, link],
  )
  const list = { source, label, shape, rows, keys, errorsOf: useRowErrors(source), disabled, events, order }
  return (
    <Stack
      ref={grid}
      data-grid
      role="group"
      aria-labelledby={id}
      spacing={0.75}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      sx={{ minWidth: 0 }}
    >
      <Typography
        id={id}
        component="div"
        sx={{ fontSize: 12.5, lineHeight: '18px', fontWeight: 500, color: error ? 'error.main' : 'text.secondary' }}
      >
        {label}
        {required && (
          <Typography component="span" aria-hidden sx={{ font: 'inherit', color: 'error.main' }}>
            {' '}
            *
          </Typography>
        )}
      </Typography>
      <LookupProvider value={ownLookup}>
        <OuterValuesProvider value={outer}>
          {rows.length > 0 && (cards ? <GridCards {...list} /> : <GridTable {...list} />)}
        </OuterValuesProvider>
      </LookupProvider>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5 }}>
        <Button
          data-field={source}
          color="inherit"
          variant="outlined"
          startIcon={<AddIcon />}
          disabled={disabled || full}
          onClick={add}
          sx={{ borderColor: 'divider' }}
        >
          {translate('grid.add')}
        </Button>
        {removed && (
          <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
            {translate('grid.removed', { row: removed.at + 1 })}
            <Button size="small" onClick={restore} sx={{ marginInlineStart: 0.5, minHeight: 24 }}>
              {translate('grid.restore')}
            </Button>
          </Typography>
        )}
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {full
            ? translate('grid.full', { smart_count: max })
            : pasted || (rows.length === 0 && !disabled ? translate('grid.paste_hint') : '')}
        </Typography>
      </Stack>
      {(error ?? help) && (
        <FormHelperText error={Boolean(error)} role={error ? 'alert' : undefined} sx={{ m: 0 }}>
          {error ?? help}
        </FormHelperText>
      )}
      <LiveText text={order.announcement || pasted} />
    </Stack>
  )
}

/** The form hands out copies of its values: equal rows stay the same objects, so that they are not drawn again. */
function useSameRows(rows: readonly GridRow[]): readonly GridRow[] {
  const [held, hold] = useState(rows)
  const same = keepSame(held, rows)
  if (same !== held) hold(same)
  return same
}

/** Moves the focus into a cell, or to a grip, once its row is drawn. */
function useFocusAfter(grid: { readonly current: HTMLElement | null }): (wanted: CellPlace | string) => void {
  const wanted = useRef<CellPlace | string | null>(null)
  useEffect(() => {
    const place = wanted.current
    if (place === null) return
    const grip = typeof place === 'string' ? findOwn(grid.current, place) : undefined
    grip?.focus()
    if (grip || (typeof place !== 'string' && focusCell(grid.current, place))) wanted.current = null
  })
  return (place) => void (wanted.current = place)
}
