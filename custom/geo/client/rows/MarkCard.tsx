import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useListContext, type Identifier } from 'react-admin'
import { useEffect, useMemo, useRef } from 'react'
import type { JsonObject } from '#engine/model'
import {
  type LayoutProps,
  type MapRows,
  RecordCard,
  shownColumns,
  useCardMenu,
  useConsole,
  useScope,
} from '#engine/client'
import { dateTimeText, useDisplayStyle, useKeys, useSay } from '#engine/ui'
import { lookOf } from './marks-of'
import { MarkIcon } from './MarkIcon'

interface MarkCardProps extends Pick<LayoutProps<'map'>, 'layout' | 'choice'> {
  readonly row: JsonObject
  readonly reading: Pick<MapRows, 'tints' | 'tintOf' | 'sinceOf'>
  /** It was opened by keyboard, which goes on in it. */
  readonly takesFocus: boolean
  readonly onClose: () => void
}

/** The card of a mark over the map: its facts, the row's menu, and whether it is selected. */
export function MarkCard({
  layout,
  choice,
  row,
  reading: { tints, tintOf, sinceOf },
  takesFocus,
  onClose,
}: MarkCardProps) {
  const say = useSay()
  const { resource, label, nameOf } = useScope()
  const { model, features } = useConsole()
  const { zone } = useDisplayStyle()
  const { selectedIds, onToggleItem } = useListContext()
  const rows = useMemo(() => [row], [row])
  const { open, menu } = useCardMenu(rows)
  const named = useMemo(
    () => shownColumns(layout.card, resource, model, label, features),
    [layout, resource, model, label, features],
  )
  const id = row['id'] as Identifier
  const [tint, since] = [tintOf(row), sinceOf(row)]
  const word = tints.find(({ value }) => value === tint)?.label
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.querySelector<HTMLElement>('a')?.focus()
  }, [takesFocus])
  useKeys([{ keys: 'escape', label: say('map.rows.close'), run: onClose }])
  return (
    <Box ref={box} role="group" aria-label={nameOf(row)} sx={CARD}>
      <Box sx={HEAD}>
        {word !== undefined && (
          <>
            <MarkIcon {...lookOf(tint, tints, '')} />
            {word}
          </>
        )}
        <Box sx={{ flex: 1, minWidth: 0, textAlign: 'end' }}>
          {since !== null && say('map.rows.since', { when: dateTimeText(since, zone) })}
        </Box>
        <IconButton size="small" aria-label={say('map.rows.close')} onClick={onClose} sx={{ marginInlineEnd: 0.75 }}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <RecordCard
        record={row}
        choice={choice}
        named={named}
        onMenu={(anchor) => open(id, anchor)}
        selected={selectedIds.length > 0 ? selectedIds.includes(id) : null}
        onSelect={() => onToggleItem(id)}
      />
      {menu}
    </Box>
  )
}

const CARD = {
  position: 'absolute',
  zIndex: 1,
  left: 10,
  top: 10,
  width: 'min(320px, calc(100% - 20px))',
  overflow: 'hidden',
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  boxShadow: 4,
  '& .MuiCard-root': { border: 0 },
} as const
const HEAD = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.75,
  paddingInlineStart: 1.5,
  minHeight: 34,
  borderBottom: 1,
  borderColor: 'divider',
  fontSize: 12,
  color: 'text.secondary',
} as const
