import MoreIcon from '@mui/icons-material/MoreVert'
import SelectIcon from '@mui/icons-material/CheckBoxOutlined'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { LinkBase, useListContext, useTranslate, type Identifier } from 'react-admin'
import { useState, type ReactNode } from 'react'
import type { JsonObject } from '../../../model/json'
import type { MenuItemEntry } from '../actions/entries'
import { EntriesMenu } from '../actions/EntriesMenu'
import { isDrawn, type ShownColumn } from '../columns'
import { FieldValue } from '../FieldValue'
import { recordPath } from '../../provider/paths'
import { cardName } from '../record-name'
import { isPressable } from './pressable'
import { useScope } from '../scope'
import { useScreen } from '../screen'
import type { ColumnChoice } from './preferences'
import { useRowEntries } from './row-entries'
import { TreeMark, TreePath } from './tree/TreeMark'

const noEntries = (): readonly MenuItemEntry[] => []

/**
 * The menu of a page's cards: the verbs of a row, and selecting it.
 * @param more what a layout offers besides, after "open"
 */
export function useCardMenu(
  rows: readonly JsonObject[],
  more: (record: JsonObject, anchor: HTMLElement) => readonly MenuItemEntry[] = noEntries,
): { readonly open: (id: Identifier, anchor: HTMLElement) => void; readonly menu: ReactNode } {
  const { onToggleItem } = useListContext()
  const { resource, nameOf, mayEdit } = useScope()
  const translate = useTranslate()
  const [menu, setMenu] = useState<{ id: Identifier; anchor: HTMLElement } | null>(null)
  const record = rows.find(({ id }) => id === menu?.id)
  const unkeyed = useRowEntries(record, null).map((entry) => ({ ...entry, keys: undefined }))
  const selects =
    mayEdit || Boolean(resource.print?.length) || resource.actions.some((action) => action.on.includes('bulk'))
  const select: MenuItemEntry = {
    id: 'select',
    label: translate('list.select'),
    icon: <SelectIcon fontSize="small" />,
    run: () => record && onToggleItem(record['id'] as Identifier),
    apart: true,
  }
  return {
    open: (id, anchor) => setMenu({ id, anchor }),
    menu: (
      <EntriesMenu
        anchor={(record && menu?.anchor) ?? null}
        entries={[
          ...unkeyed.slice(0, 1),
          ...(record && menu ? more(record, menu.anchor) : []),
          ...unkeyed.slice(1),
          ...(selects && record ? [select] : []),
        ]}
        onClose={() => setMenu(null)}
        label={translate('list.row_menu', { name: record ? nameOf(record) : '' })}
      />
    ),
  }
}

/** What a card says of a record: the named facts, else those of the list's cards, else the first that have a value. */
export function cardFacts(
  record: JsonObject,
  shown: readonly ShownColumn[],
  without: readonly string[],
  named: readonly ShownColumn[] = [],
): readonly ShownColumn[] {
  if (named.length > 0) return named.filter((column) => isDrawn(column, record))
  const columns = shown.filter(({ f }) => f !== 'id' && !without.includes(f))
  const picked = columns.filter(({ card }) => card)
  return (picked.length > 0 ? picked : columns)
    .filter((column) => isDrawn(column, record))
    .slice(0, picked.length || FACTS)
}

const FACTS = 3

interface RecordCardProps {
  readonly record: JsonObject
  readonly choice: ColumnChoice
  /** The facts that metadata names; absent: as many of the list's as fit. */
  readonly named?: readonly ShownColumn[]
  /** Above the name. */
  readonly picture?: ReactNode
  readonly onMenu: (anchor: HTMLElement) => void
  /** Null while nothing is selected: a tap opens the record, later it selects. */
  readonly selected: boolean | null
  readonly onSelect: () => void
}

/** A record as a card: its name, its state and the facts that matter; a press opens it. */
export function RecordCard({ record, choice, named: said, picture, onMenu, selected, onSelect }: RecordCardProps) {
  const { nameOf, entity, resource } = useScope()
  const translate = useTranslate()
  const screen = useScreen()
  const id = record['id'] as Identifier
  const name = nameOf(record)
  const state = choice.shown.find((column) => column.badge || column.f === 'state')
  const { title, fields: named } = cardName(resource, entity, record, name)
  const facts = cardFacts(record, choice.shown, [...(state ? [state.f] : []), ...named], said)
  return (
    <Card variant="outlined" sx={{ position: 'relative', borderColor: selected ? 'primary.main' : undefined }}>
      {picture}
      <Box
        onClick={(event) => {
          if (isPressable(event.target)) return
          if (selected === null) screen.open(id)
          else onSelect()
        }}
        sx={{ p: 1.5, paddingInlineEnd: 6, cursor: 'pointer' }}
      >
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1, mb: facts.length ? 0.75 : 0 }}>
          {selected !== null && (
            <Checkbox
              checked={selected}
              onChange={onSelect}
              sx={{ p: 0.75, m: -0.75, flex: 'none' }}
              slotProps={{ input: { 'aria-label': translate('list.select_row', { name }) } }}
            />
          )}
          <TreeMark record={record} name={name} />
          <Typography variant="h3" component={LinkBase} to={recordPath(resource, id)} sx={NAME}>
            <TreePath record={record} />
            {title}
          </Typography>
          {state && (
            <Box sx={{ flex: 'none' }}>
              <FieldValue column={state} record={record} />
            </Box>
          )}
        </Stack>
        {facts.map((column) => (
          <Fact key={column.f} column={column} record={record} />
        ))}
      </Box>
      <IconButton
        size="large"
        aria-haspopup="menu"
        aria-label={translate('list.row_menu', { name })}
        onClick={(event) => onMenu(event.currentTarget)}
        sx={{ position: 'absolute', top: 2, right: 2 }}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
    </Card>
  )
}

const Fact = ({ column, record }: { column: ShownColumn; record: JsonObject }) => (
  <Stack direction="row" sx={{ gap: 1, fontSize: 13, lineHeight: '20px' }}>
    <Box component="span" sx={{ color: 'text.secondary', flex: 'none' }}>
      {column.label}
    </Box>
    <Box component="bdi" sx={FACT}>
      <FieldValue column={column} record={record} />
    </Box>
  </Stack>
)

// One line, but for a state: it is not to be guessed from its beginning.
const FACT = {
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '& .pill': { whiteSpace: 'normal', height: 'auto', minHeight: 22, lineHeight: '18px', paddingBlock: '2px' },
} as const

// Two lines at most.
const NAME = {
  color: 'inherit',
  textDecoration: 'none',
  minWidth: 0,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
} as const
