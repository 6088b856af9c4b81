import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useListContext, type Identifier } from 'react-admin'
import type { JsonObject } from '../../../model/json'
import { useScope } from '../scope'
import type { ColumnChoice } from './preferences'
import { RecordCard, useCardMenu } from './RecordCard'

/** The page of rows on a narrow screen: a card each, with its name, its state and the facts that matter. */
export default function ListCards({ choice }: { choice: ColumnChoice }) {
  const { data, isPending, isPlaceholderData, selectedIds, onToggleItem } = useListContext()
  const { title } = useScope()
  const rows = (data ?? []) as readonly JsonObject[]
  const { open, menu } = useCardMenu(rows)
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
            record={row}
            choice={choice}
            onMenu={(anchor) => open(row['id'] as Identifier, anchor)}
            selected={selectedIds.length > 0 ? selectedIds.includes(row['id'] as Identifier) : null}
            onSelect={() => onToggleItem(row['id'] as Identifier)}
          />
        </li>
      ))}
      {menu}
    </Stack>
  )
}
