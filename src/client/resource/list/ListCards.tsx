import SelectIcon from '@mui/icons-material/CheckBoxOutlined'
import MoreIcon from '@mui/icons-material/MoreVert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { LinkBase, useListContext, useTranslate, type Identifier } from 'react-admin'
import { useState } from 'react'
import type { JsonObject } from '../../../model/json'
import type { Entry } from '../actions/entries'
import { EntriesMenu } from '../actions/EntriesMenu'
import { isDrawn, type ShownColumn } from '../columns'
import { FieldValue } from '../FieldValue'
import { recordPath } from '../paths'
import { cardName } from '../record-name'
import { isPressable } from './pressable'
import { useScope } from '../scope'
import { useScreen } from '../screen'
import type { ColumnChoice } from './preferences'
import { useRowEntries } from './row-entries'
import { TreeMark, TreePath } from './tree/TreeMark'

/** The page of rows on a narrow screen: a card each, with its name, its state and the facts that matter. */
export default function ListCards({ choice }: { choice: ColumnChoice }) {
  const { data, isPending, isPlaceholderData, selectedIds, onToggleItem } = useListContext()
  const { resource, title, nameOf, mayEdit } = useScope()
  const translate = useTranslate()
  const [menu, setMenu] = useState<{ id: Identifier; anchor: HTMLElement } | null>(null)
  const rows = (data ?? []) as readonly JsonObject[]
  const record = rows.find(({ id }) => id === menu?.id)
  const entries = useRowEntries(record, null)
  const selects = mayEdit || resource.actions.some((action) => action.on.includes('bulk'))
  const select: Entry = {
    id: 'select',
    label: translate('list.select'),
    icon: <SelectIcon fontSize="small" />,
    run: () => record && onToggleItem(record['id'] as Identifier),
    apart: true,
  }
  return (
    <Stack
      component="ul"
      aria-label={title}
      aria-busy={isPending || isPlaceholderData}
      spacing={1}
      sx={{ m: 0, p: 1.5, listStyle: 'none', opacity: isPlaceholderData ? 0.55 : 1 }}
    >
      {isPending &&
        Array.from({ length: 6 }, (_card, index) => (
          <li key={index}>
            <Skeleton variant="rounded" height={92} />
          </li>
        ))}
      {rows.map((row) => (
        <li key={String(row['id'])} data-row={String(row['id'])}>
          <RecordCard
            record={row} choice={choice} onMenu={(anchor) => setMenu({ id: row['id'] as Identifier, anchor })}
            selected={selectedIds.length > 0 ? selectedIds.includes(row['id'] as Identifier) : null}
            onSelect={() => onToggleItem(row['id'] as Identifier)}
          />
        </li>
      ))}
      <EntriesMenu
        anchor={(record && menu?.anchor) ?? null}
        entries={[...entries.map((entry) => ({ ...entry, keys: undefined })), ...(selects && record ? [select] : [])]}
        onClose={() => setMenu(null)}
        label={translate('list.row_menu', { name: record ? nameOf(record) : '' })}
      />
    </Stack>
  )
}

const FACTS = 3

interface RecordCardProps {
  readonly record: JsonObject
  readonly choice: ColumnChoice
  readonly onMenu: (anchor: HTMLElement) => void
  /** Null while nothing is selected: a tap opens the record, later it selects. */
  readonly selected: boolean | null
  readonly onSelect: () => void
}

function RecordCard({ record, choice, onMenu, selected, onSelect }: RecordCardProps) {
  const { nameOf, entity, resource } = useScope()
  const translate = useTranslate()
  const screen = useScreen()
  const id = record['id'] as Identifier
  const name = nameOf(record)
  const state = choice.shown.find((column) => column.badge || column.f === 'state')
  const { title, fields: named } = cardName(resource, entity, record)
  const columns = choice.shown.filter((column) => column !== state && column.f !== 'id' && !named.includes(column.f))
  const picked = columns.filter(({ card }) => card)
  const facts = (picked.length > 0 ? picked : columns).filter((column) => isDrawn(column, record)).slice(0, picked.length || FACTS)
  return (
    <Card variant="outlined" sx={{ position: 'relative', borderColor: selected ? 'primary.main' : undefined }}>
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
              checked={selected} onChange={onSelect} sx={{ p: 0.75, m: -0.75, flex: 'none' }}
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
    <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
      <FieldValue column={column} record={record} />
    </Box>
  </Stack>
)

// Two lines at most.
const NAME = {
  color: 'inherit', textDecoration: 'none', minWidth: 0, overflow: 'hidden', overflowWrap: 'anywhere',
  display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical',
} as const
