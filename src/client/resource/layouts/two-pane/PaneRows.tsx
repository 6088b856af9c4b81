import { styled } from '@mui/material/styles'
import { LinkBase, useTranslate, type Identifier } from 'react-admin'
import { memo, type MouseEvent } from 'react'
import type { JsonObject } from '../../../../model/json'
import { holds } from '../../../../model/rules/holds'
import type { ShownColumn } from '../../columns'
import { FieldValue } from '../../FieldValue'
import { cardFacts } from '../../list/RecordCard'
import { cardName } from '../../record-name'
import { useScope } from '../../scope'

interface PaneRowProps {
  readonly record: JsonObject
  readonly to: string
  readonly shown: readonly ShownColumn[]
  readonly named: readonly ShownColumn[]
  readonly chosen: boolean
  /** Null while nothing is selected. */
  readonly selected: boolean | null
}

/** A record in the list beside its page: its name, its state and what little has room. */
const PaneRow = memo(function PaneRow({ record, to, shown, named, chosen, selected }: PaneRowProps) {
  const { nameOf, entity, resource, contextOf } = useScope()
  const translate = useTranslate()
  const id = record['id'] as Identifier
  const name = nameOf(record)
  const state = shown.find((column) => column.badge || column.f === 'state')
  const { title, fields } = cardName(resource, entity, record)
  const facts = cardFacts(record, shown, [...(state ? [state.f] : []), ...fields], named).slice(0, FACTS)
  return (
    <li
      data-row={String(id)}
      data-chosen={chosen}
      data-dim={resource.list.dim ? holds(resource.list.dim, contextOf(record)) : undefined}
    >
      <div className="head">
        {selected !== null && (
          <input
            type="checkbox"
            checked={selected}
            data-select={String(id)}
            readOnly
            aria-label={translate('list.select_row', { name })}
          />
        )}
        <LinkBase
          to={to}
          className="name"
          aria-current={chosen || undefined}
          aria-label={title === name ? undefined : name}
        >
          {title}
        </LinkBase>
        {state && (record[state.f] ?? null) !== null && <FieldValue column={state} record={record} />}
      </div>
      {facts.length > 0 && (
        <div className="facts">
          {facts.map((column) => (
            <span key={column.f} title={column.label}>
              <FieldValue column={column} record={record} />
            </span>
          ))}
        </div>
      )}
    </li>
  )
})

const FACTS = 3

interface RowsProps {
  readonly rows: readonly JsonObject[]
  readonly shown: readonly ShownColumn[]
  readonly named: readonly ShownColumn[]
  readonly chosen: string | null
  readonly selectedIds: readonly Identifier[]
  readonly linkTo: (id: Identifier) => string
  /** @param led a link led there already @param enters by a key: the focus goes on into the record */
  readonly onChoose: (id: Identifier, led: boolean, enters: boolean) => void
  readonly onSelect: (id: Identifier) => void
}

/** The page of rows, of which one is chosen. */
export function PaneRows({ rows, shown, named, chosen, selectedIds, linkTo, onChoose, onSelect }: RowsProps) {
  const { title } = useScope()
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element
    const row = target.closest<HTMLElement>('[data-row]')
    const id = row && (rows.find((one) => String(one['id']) === row.dataset['row'])?.['id'] as Identifier | undefined)
    if (id === null || id === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (target.closest('[data-select]')) return onSelect(id)
    // Links of values lead to other records.
    if (target.closest('a') && !target.closest('a.name')) return
    // The link of the name leads there by itself.
    onChoose(id, target.closest('a') !== null, event.detail === 0)
  }
  return (
    <Rows aria-label={title} onClick={onClick}>
      {rows.map((record) => {
        const id = record['id'] as Identifier
        return (
          <PaneRow
            key={id}
            record={record}
            to={linkTo(id)}
            shown={shown}
            named={named}
            chosen={String(id) === chosen}
            selected={selectedIds.length > 0 ? selectedIds.includes(id) : null}
          />
        )
      })}
    </Rows>
  )
}

const Rows = styled('ul')(({ theme: { palette, typography } }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  fontSize: typography.pxToRem(13),
  '& li': {
    position: 'relative',
    padding: '9px 14px',
    borderBottom: `1px solid ${palette.divider}`,
    cursor: 'pointer',
    borderInlineStart: '3px solid transparent',
  },
  '& li:hover': { backgroundColor: palette.action.hover },
  '& li[data-chosen=true]': {
    backgroundColor: `color-mix(in srgb, ${palette.primary.main} ${palette.mode === 'dark' ? 18 : 9}%, transparent)`,
    borderInlineStartColor: palette.primary.main,
  },
  '& li[data-dim=true]': { color: palette.text.secondary, fontStyle: 'italic' },
  '& li:has(a.name:focus-visible)': { boxShadow: `inset 0 0 0 2px ${palette.primary.main}` },
  '& .head': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 22 },
  '& .head input': { margin: 0, width: 16, height: 16, accentColor: palette.primary.main, flex: 'none' },
  '& a': { color: 'inherit' },
  '& a.name': {
    flex: 1,
    minWidth: 0,
    fontWeight: 500,
    textDecoration: 'none',
    outline: 'none',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& .facts': {
    display: 'flex',
    gap: '0 10px',
    marginTop: 2,
    color: palette.text.secondary,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', flex: '0 1 auto', minWidth: 0 },
  },
}))
