import MoreIcon from '@mui/icons-material/MoreVert'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { LinkBase, useTranslate, type Identifier } from 'react-admin'
import { memo, useMemo } from 'react'
import type { JsonObject } from '../../../../model/json'
import { FrameModeProvider } from '../../../../ui/inputs/FieldFrame'
import type { GridEvents } from '../../children/grid-events'
import type { OpenLists } from '../../children/inner-rows'
import type { ShownColumn } from '../../columns'
import { FieldValue } from '../../FieldValue'
import { GridCell } from '../../grid/GridCell'
import { cellClass } from '../../list/TableHead'
import { recordPath } from '../../../provider/paths'
import { useScope } from '../../scope'
import { changedNames, isTyped } from './changes'
import type { InlineEditing, RowTrouble } from './use-inline'

const NO_LISTS: OpenLists = { names: [], wrong: [], asked: null, toggle: () => undefined }

interface InlineRowProps {
  readonly row: JsonObject
  /** As it was read. */
  readonly before: JsonObject
  readonly at: number
  readonly columns: readonly ShownColumn[]
  /** Which of them are cells. */
  readonly cells: ReadonlySet<string>
  /** The column that the keys are at, and whether its input is there; null: they are in another row. */
  readonly active: number | null
  readonly editing: boolean
  readonly trouble: RowTrouble | undefined
  readonly events: Pick<GridEvents, 'set' | 'preset' | 'leave'>
  readonly actions: Pick<InlineEditing, 'discard' | 'take'>
  readonly onMenu: (id: Identifier, anchor: HTMLElement) => void
}

/** A row whose cells are typed in place; an input stands only where one is typing. */
export const InlineRow = memo(function InlineRow({
  row,
  before,
  at,
  columns,
  cells,
  active,
  editing,
  trouble,
  events,
  actions,
  onMenu,
}: InlineRowProps) {
  const translate = useTranslate()
  const { resource, entity, nameOf, contextOf } = useScope()
  const id = before['id'] as Identifier
  const name = nameOf(before)
  const context = useMemo(() => ({ ...contextOf(row), before }), [contextOf, row, before])
  const changed = useMemo(
    () => new Set(row === before ? [] : changedNames(entity, { before, row })),
    [entity, row, before],
  )
  const elsewhere = Object.keys(trouble?.fields ?? {}).filter((field) => !columns.some(({ f }) => f === field))
  const said =
    trouble &&
    (trouble.row ?? (elsewhere.length > 0 ? elsewhere.map((field) => trouble.fields[field]).join(' ') : undefined))
  return (
    <>
      <tr data-row={id} data-changed={changed.size > 0} style={{ cursor: 'default' }}>
        {columns.map((column, index) => {
          const { f, field, label } = column
          const isCell = cells.has(f) && isTyped(field, context)
          const here = active === index
          const error = trouble?.fields[f]
          return (
            <td
              key={f}
              className={`${cellClass(column)}${isCell ? ' cell' : ''}`}
              data-cell={`${at}-${index}`}
              tabIndex={here && !editing ? 0 : -1}
              data-changed={changed.has(f) || undefined}
              aria-selected={here}
              aria-invalid={error ? true : undefined}
              aria-label={error ? `${label}: ${error}` : undefined}
            >
              {cells.has(f) && (isCell || changed.has(f)) ? (
                <FrameModeProvider value="cell">
                  <GridCell
                    source={String(id)}
                    column={column}
                    row={row}
                    at={at}
                    label={translate('inline.cell', { label, name })}
                    error={error}
                    context={context}
                    disabled={false}
                    events={events}
                    near={here && editing && isCell}
                    lists={NO_LISTS}
                  />
                </FrameModeProvider>
              ) : index === 0 && f === 'id' ? (
                <LinkBase to={recordPath(resource, id)} className="name" tabIndex={-1}>
                  <FieldValue column={column} record={row} />
                </LinkBase>
              ) : (
                <FieldValue column={column} record={row} />
              )}
            </td>
          )
        })}
        <td className="action">
          <IconButton
            size="small"
            sx={{ p: 0.5 }}
            aria-haspopup="menu"
            aria-label={translate('list.row_menu', { name })}
            onClick={(event) => onMenu(id, event.currentTarget)}
          >
            <MoreIcon fontSize="small" />
          </IconButton>
        </td>
      </tr>
      {said !== undefined && (
        <tr className="trouble">
          <td colSpan={columns.length + 1}>
            <span role="alert">{said}</span>
            {trouble?.conflict && (
              <>
                <Button size="small" color="inherit" onClick={() => void actions.take(id, false)}>
                  {translate('form.conflict_theirs')}
                </Button>
                <Button size="small" color="inherit" onClick={() => void actions.take(id, true)}>
                  {translate('form.conflict_mine')}
                </Button>
              </>
            )}
            {!trouble?.conflict && (
              <Button size="small" color="inherit" onClick={() => actions.discard(id)}>
                {translate('inline.discard_row')}
              </Button>
            )}
          </td>
        </tr>
      )}
    </>
  )
})
