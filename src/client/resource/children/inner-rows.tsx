import ExpandIcon from '@mui/icons-material/ExpandMore'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import { useTranslate } from 'react-admin'
import { useEffect, useRef, useState } from 'react'
import { isEditable, isSeen } from '../../../model/rights/hidden'
import type { RuleContext } from '../../../model/rules/rule'
import { isRequired } from '../../../model/validation/validate'
import type { ShownColumn } from '../columns'
import { StoredRecord } from '../form/far-values'
import type { GridEvents } from './grid-events'
import { gridRowsOf, type GridRow } from '../../provider/grid-rows'

/** Which lists of a row are open: those that its user opened, and those in which errors came up. */
export interface OpenLists {
  readonly names: readonly string[]
  /** Those with errors in them. */
  readonly wrong: readonly string[]
  /** The list that its user opened last, which takes the focus. */
  readonly asked: string | null
  readonly toggle: (name: string) => void
}

const CONTROL = 'input:not([type=hidden], [aria-hidden=true]), textarea, [role=combobox], button'

/** @param messages of the row, by the path in it */
export function useOpenLists(
  columns: readonly ShownColumn[],
  messages: { readonly [path: string]: string },
): OpenLists {
  const wrong = columns
    .filter(({ f, field }) => field.children && Object.keys(messages).some((path) => path.startsWith(`${f}.`)))
    .map(({ f }) => f)
  const [held, hold] = useState<{
    readonly wrong: string
    readonly names: readonly string[]
    readonly asked: string | null
  }>({ wrong: '', names: [], asked: null })
  // A list that is being corrected stays open when its last error goes.
  if (wrong.join() !== held.wrong)
    hold({ ...held, wrong: wrong.join(), names: [...new Set([...held.names, ...wrong])] })
  const toggle = (name: string) => {
    const isOpen = held.names.includes(name)
    hold({
      ...held,
      asked: isOpen ? null : name,
      names: isOpen ? held.names.filter((one) => one !== name) : [...held.names, name],
    })
  }
  return { names: held.names, wrong, asked: held.asked, toggle }
}

interface InnerButtonProps {
  readonly source: string
  readonly column: ShownColumn
  readonly row: GridRow
  readonly label: string
  readonly error?: string
  /** Something is wrong in the rows, be they open or not. */
  readonly isWrong: boolean
  readonly lists: OpenLists
}

/** How many rows a row has, which opens and closes them. */
export function InnerButton({
  source,
  column: { f, label: title },
  row,
  label,
  error,
  isWrong,
  lists,
}: InnerButtonProps) {
  const translate = useTranslate()
  const open = lists.names.includes(f)
  const count = translate('grid.count', { smart_count: gridRowsOf(row[f]).length })
  return (
    <>
      <Button
        data-field={source}
        color="inherit"
        size="small"
        aria-expanded={open}
        aria-label={`${label}: ${count}`}
        onClick={() => lists.toggle(f)}
        endIcon={<ExpandIcon sx={{ transition: 'transform .15s', transform: open ? 'rotate(180deg)' : 'none' }} />}
        sx={{
          fontWeight: 400,
          minHeight: 36,
          color: error || isWrong ? 'error.main' : undefined,
          whiteSpace: 'nowrap',
        }}
      >
        {label === title ? `${title}: ${count}` : count}
      </Button>
      {error && <FormHelperText error>{error}</FormHelperText>}
    </>
  )
}

interface InnerRowsProps {
  readonly source: string
  readonly at: number
  readonly column: ShownColumn
  readonly row: GridRow
  readonly label: string
  readonly context: RuleContext
  readonly disabled: boolean
  readonly events: GridEvents
  readonly lists: OpenLists
}

/** An open list of a row: a grid of its own. */
export function InnerRows({
  source,
  at,
  column: { f, field, view },
  row,
  label,
  context,
  disabled,
  events,
  lists,
}: InnerRowsProps) {
  const region = useRef<HTMLDivElement>(null)
  const isAsked = lists.asked === f
  useEffect(() => {
    if (isAsked) region.current?.querySelector<HTMLElement>(CONTROL)?.focus()
  }, [isAsked])
  if (!isSeen(field, context)) return null
  return (
    // As wide as the rows around it, however many columns it has.
    <div ref={region} style={{ contain: 'inline-size' }}>
      <StoredRecord value={context.before}>
        <view.Input
          field={field}
          source={`${source}.${at}.${f}`}
          label={label}
          value={row[f] ?? null}
          form={row}
          onChange={(next) => events.set(at, f, next)}
          onPreset={(next) => events.preset(at, f, next)}
          required={isRequired(field, context)}
          disabled={disabled || !isEditable(field, context)}
        />
      </StoredRecord>
    </div>
  )
}
