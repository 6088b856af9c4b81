import Box from '@mui/material/Box'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import type { ReactNode } from 'react'
import { useSay } from '#engine/ui'
import type { BoardArea } from './area-board'

export interface ListedArea extends BoardArea {
  readonly fact: ReactNode
}

/** The areas by name; pressing one opens its form. */
export function AreaList({
  areas,
  label,
  onChoose,
}: {
  areas: readonly ListedArea[]
  label: string
  onChoose: (id: number) => void
}) {
  const say = useSay()
  return (
    <List dense aria-label={label} sx={{ overflow: 'auto', flex: 1, minHeight: 0, py: 0 }}>
      {areas.map(({ id, name, colour, ring, fact }) => (
        <li key={id}>
          <ListItemButton onClick={() => onChoose(id)} sx={{ gap: 1.25, py: 0.5 }}>
            <Box
              aria-hidden
              sx={{
                width: 16,
                height: 16,
                flex: 'none',
                borderRadius: '4px',
                border: 1,
                borderColor: 'divider',
                bgcolor: colour,
              }}
            />
            <ListItemText
              primary={name}
              secondary={ring.length > 0 ? undefined : say('map.board.no_area')}
              slotProps={{ primary: { noWrap: true } }}
            />
            {fact}
          </ListItemButton>
        </li>
      ))}
    </List>
  )
}
