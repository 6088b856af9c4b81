import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useListContext, type Identifier } from 'react-admin'
import { useMemo } from 'react'
import type { JsonObject } from '../../../model/json'
import { useConsole } from '../../console/console'
import { shownColumns } from '../columns'
import { initialsOf } from '../../../ui/show/initials'
import { RecordCard, useCardMenu } from '../list/RecordCard'
import { useScope } from '../scope'
import { useCardKeys } from './card-keys'
import type { LayoutProps } from './layouts'

const PICTURE_PX = 148

/** The page of rows as cards, the picture first. */
export default function CardsLayout({ layout, choice }: LayoutProps<'cards'>) {
  const { data, isPending, isPlaceholderData, selectedIds, onToggleItem } = useListContext()
  const { resource, title, label, nameOf } = useScope()
  const { model, features } = useConsole()
  const rows = (data ?? []) as readonly JsonObject[]
  const { open, menu } = useCardMenu(rows)
  const named = useMemo(
    () => shownColumns(layout.card, resource, model, label, features),
    [layout, resource, model, label, features],
  )
  const { picture } = layout
  // The picture stands above, not among the facts.
  const shown = useMemo(() => ({ ...choice, shown: choice.shown.filter(({ f }) => f !== picture) }), [choice, picture])
  const frame = useCardKeys<HTMLUListElement>()
  return (
    <Box
      ref={frame}
      component="ul"
      aria-label={title}
      aria-busy={isPending || isPlaceholderData}
      sx={{ ...GRID, opacity: isPlaceholderData ? 0.55 : 1 }}
    >
      {isPending &&
        Array.from({ length: 8 }, (_card, index) => (
          <li key={index}>
            <Skeleton variant="rounded" height={PICTURE_PX + 92} />
          </li>
        ))}
      {rows.map((row) => (
        <li key={String(row['id'])} data-row={String(row['id'])}>
          <RecordCard
            record={row}
            choice={shown}
            named={named}
            onMenu={(anchor) => open(row['id'] as Identifier, anchor)}
            picture={picture !== undefined && <Picture source={row[picture]} name={nameOf(row)} />}
            selected={selectedIds.length > 0 ? selectedIds.includes(row['id'] as Identifier) : null}
            onSelect={() => onToggleItem(row['id'] as Identifier)}
          />
        </li>
      ))}
      {menu}
    </Box>
  )
}

/** The record's picture, or the first letters of its name in a field of the same size. */
function Picture({ source, name }: { source: JsonObject[string] | undefined; name: string }) {
  return (
    <Box aria-hidden sx={PICTURE}>
      {typeof source === 'string' && source !== '' ? (
        <Box
          component="img"
          src={source}
          alt=""
          loading="lazy"
          sx={{ width: '100%', height: '100%', objectFit: 'cover', display: 'block' }}
        />
      ) : (
        initialsOf(name)
      )}
    </Box>
  )
}

const PICTURE = {
  height: PICTURE_PX,
  bgcolor: 'action.hover',
  borderBottom: 1,
  borderColor: 'divider',
  color: 'text.secondary',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  fontSize: 40,
  fontWeight: 500,
} as const

const GRID = {
  m: 0,
  p: 1.5,
  listStyle: 'none',
  overflow: 'auto',
  display: 'grid',
  gap: 1.5,
  alignItems: 'stretch',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))',
  '& > li > *': { height: '100%' },
} as const
