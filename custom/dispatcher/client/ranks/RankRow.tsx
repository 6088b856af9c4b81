import MoreVert from '@mui/icons-material/MoreVert'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState, type KeyboardEvent } from 'react'
import { useSay } from '#engine/ui'
import type { RankedDriver } from '../../../ranks/model'
import { dropTarget } from '../drop/ride-carry'
import { ageOf, ageWords } from '../live/age-words'
import { LINE, PLACE, ROW_PRESS } from '../shifts/queue-row-style'

interface Props {
  readonly driver: RankedDriver
  readonly now_ms: number
  readonly last: boolean
  readonly onSelect: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  /** Null: who only looks. */
  readonly onStep: ((by: -1 | 1) => void) | null
  readonly onLast: () => void
  readonly onRemove: () => void
}

/** A driver in a zone's queue: place, name, since when, and what can be done about it. */
export function RankRow({ driver, now_ms, last, onSelect, onKeyDown, onStep, onLast, onRemove }: Props) {
  const say = useSay()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const name = [driver.us_name, driver.us_surname].filter(Boolean).join(' ')
  const { rank, date_away } = driver
  const choose = (work: () => void) => () => {
    setAnchor(null)
    work()
  }
  return (
    <Box component="li" {...dropTarget(driver.id_vehicle)} sx={ROW}>
      <Box
        component="button"
        type="button"
        data-row
        onClick={onSelect}
        onKeyDown={onKeyDown}
        sx={ROW_PRESS}
        aria-label={say(rank === null ? 'ranks.row_out' : 'ranks.row', {
          rank: rank ?? 0,
          driver: name,
          plate: driver.plate ?? '',
        })}
      >
        <Box sx={PLACE}>{rank ?? '—'}</Box>
        <Box sx={{ minWidth: 0, textAlign: 'start' }}>
          <Box sx={{ ...LINE, fontWeight: 600, fontSize: 13.5, ...(rank === null && { color: 'text.secondary' }) }}>
            {name}
          </Box>
          <Box sx={{ ...LINE, color: 'text.secondary', fontSize: 12.5 }}>
            {[driver.plate, driver.code].filter(Boolean).join(' · ')}
          </Box>
        </Box>
        <Box
          sx={{
            fontSize: 12,
            color: rank !== null && date_away ? 'warning.main' : 'text.secondary',
            whiteSpace: 'nowrap',
          }}
        >
          {rank === null
            ? say('ranks.out')
            : date_away
              ? say('ranks.away', { age: ageWords(ageOf(date_away, now_ms), say) })
              : ageWords(ageOf(driver.date_in, now_ms), say)}
        </Box>
      </Box>
      {onStep && (
        <>
          <IconButton
            size="small"
            aria-label={say('ranks.more', { driver: name })}
            aria-haspopup="menu"
            onClick={({ currentTarget }) => setAnchor(currentTarget)}
            sx={{ alignSelf: 'center' }}
          >
            <MoreVert fontSize="small" />
          </IconButton>
          <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
            {rank === null
              ? [
                  <MenuItem key="back" onClick={choose(onLast)}>
                    {say('ranks.back')}
                  </MenuItem>,
                ]
              : [
                  <MenuItem key="up" disabled={rank === 1} onClick={choose(() => onStep(-1))}>
                    {say('ranks.up')}
                  </MenuItem>,
                  <MenuItem key="down" disabled={last} onClick={choose(() => onStep(1))}>
                    {say('ranks.down')}
                  </MenuItem>,
                  <MenuItem key="last" disabled={last} onClick={choose(onLast)}>
                    {say('ranks.last')}
                  </MenuItem>,
                  <MenuItem key="remove" onClick={choose(onRemove)}>
                    {say('ranks.remove')}
                  </MenuItem>,
                ]}
          </Menu>
        </>
      )}
    </Box>
  )
}

const ROW = {
  minHeight: 52,
  boxSizing: 'border-box',
  display: 'flex',
  alignItems: 'stretch',
  borderBottom: 1,
  borderColor: 'divider',
  '&:hover': { bgcolor: 'action.hover' },
} as const
