import Box from '@mui/material/Box'
import { useRef, type KeyboardEvent } from 'react'
import { useSay } from '#engine/ui'
import type { RankedDriver, RankQueue } from '../../../ranks/model'
import { RankRow } from './RankRow'

interface Props {
  readonly queue: RankQueue
  readonly now_ms: number
  readonly onSelect: (id_vehicle: number) => void
  /** Null: who only looks. */
  readonly onMove: ((queue: RankQueue, driver: RankedDriver, before: number | null) => void) | null
  readonly onRemove: (queue: RankQueue, driver: RankedDriver) => void
}

/** One zone and who waits in it, the first first. */
export function RankQueueList({ queue, now_ms, onSelect, onMove, onRemove }: Props) {
  const say = useSay()
  const list = useRef<HTMLUListElement>(null)
  const waiting = queue.drivers.filter(({ rank }) => rank !== null)
  /** One place forwards or back. */
  const step = (driver: RankedDriver, by: -1 | 1): void => {
    const at = waiting.indexOf(driver)
    const to = at + by
    if (!onMove || at < 0 || to < 0 || to >= waiting.length) return
    onMove(queue, driver, (by < 0 ? waiting[to] : waiting[to + 1])?.id_driver ?? null)
  }
  const keyDown = (event: KeyboardEvent, driver: RankedDriver, at: number): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    if (by !== null) {
      event.preventDefault()
      if (event.altKey) step(driver, by)
      else list.current?.querySelectorAll<HTMLElement>('[data-row]')[at + by]?.focus()
    } else if (event.key === 'Delete' && onMove && driver.rank !== null) {
      event.preventDefault()
      onRemove(queue, driver)
    }
  }
  return (
    <Box component="section" aria-label={queue.name} sx={{ pt: 1 }}>
      <Box component="h3" sx={HEAD}>
        <Box
          component="span"
          aria-hidden
          sx={{ width: 10, height: 10, borderRadius: '3px', bgcolor: queue.color ?? 'text.disabled', flexShrink: 0 }}
        />
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', flex: 1 }}>
          {queue.name}
        </Box>
        <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', color: 'text.secondary' }}>
          {waiting.length}
        </Box>
      </Box>
      {queue.drivers.length === 0 ? (
        <Box sx={NOBODY}>{say('ranks.nobody')}</Box>
      ) : (
        <Box ref={list} component="ul" aria-label={queue.name} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {queue.drivers.map((driver, at) => (
            <RankRow
              key={driver.id_driver}
              driver={driver}
              now_ms={now_ms}
              last={driver.rank === waiting.length}
              onSelect={() => onSelect(driver.id_vehicle)}
              onKeyDown={(event) => keyDown(event, driver, at)}
              onStep={onMove && ((by) => step(driver, by))}
              onLast={() => onMove?.(queue, driver, null)}
              onRemove={() => onRemove(queue, driver)}
            />
          ))}
        </Box>
      )}
    </Box>
  )
}

const HEAD = {
  m: 0,
  px: 1.5,
  py: 0.5,
  fontSize: 13,
  fontWeight: 600,
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  borderBottom: 1,
  borderColor: 'divider',
} as const
const NOBODY = { px: 1.5, py: 1, fontSize: 12.5, color: 'text.secondary' } as const
