import Box from '@mui/material/Box'
import {
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type Ref,
} from 'react'
import { useSay } from '#engine/ui'
import type { KnownJob } from '../../model/job-order'
import { useRowsInView } from '../live/use-rows-in-view'
import { JobRow } from './JobRow'
import { columnsStyle, LIST, ROW_PX, rowsStyle, type JobColumn, type RowLines } from './rows-style'
import type { JobChoice } from './use-choice'

interface Props {
  readonly jobs: readonly KnownJob[]
  readonly choice: JobChoice
  readonly lines: RowLines
  readonly hidden: readonly JobColumn[]
  readonly now_ms: number
  /** Ride that a vehicle is carried over. */
  readonly over: number | null
  readonly onOpen: (id: number) => void
  /** A key of the panel's own; true: it was one. */
  readonly onKey: (key: string) => boolean
  readonly onGrab: (id: number, event: PointerEvent<HTMLElement>) => void
  readonly list: Ref<HTMLElement | null>
}

/**
 * The rides one under the other; only rows in view are made. Arrows move, Space chooses, Shift chooses all in between.
 */
export function JobsList({ jobs, choice, lines, hidden, now_ms, over, onOpen, onKey, onGrab, list }: Props) {
  const say = useSay()
  const id = useId()
  const row_px = ROW_PX[lines]
  const { box, first, last, reveal } = useRowsInView(jobs.length, row_px)
  const { current, chosen, at, go, toggle, add, clear } = choice
  // A refresh does not scroll the list: only a new place does.
  const revealed = useRef<number | null>(null)
  useEffect(() => {
    if (current === revealed.current) return
    revealed.current = current
    if (at >= 0) reveal(at)
  })
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(list, () => box.current, [box])
  const page = (): number => Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / row_px) - 1)
  const moves: { readonly [key: string]: (() => number) | undefined } = {
    ArrowDown: () => at + 1,
    ArrowUp: () => (at < 0 ? 0 : at - 1),
    j: () => at + 1,
    k: () => (at < 0 ? 0 : at - 1),
    Home: () => 0,
    End: () => jobs.length - 1,
    PageDown: () => at + page(),
    PageUp: () => at - page(),
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (altKey || ((ctrlKey || metaKey) && key !== 'a')) return
    const move = moves[key]
    if (move) go(move(), shiftKey ? 'range' : 'only')
    else if (key === ' ' && current !== null) toggle(current)
    else if ((ctrlKey || metaKey) && key === 'a') all()
    else if (key === 'Enter' && current !== null) onOpen(current)
    else if (key === 'Escape' && chosen.size > 0) clear()
    else if (!onKey(key)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const all = (): void => {
    for (const { job } of jobs) if (!chosen.has(job.id)) toggle(job.id)
  }
  const onPress = (event: MouseEvent): void => {
    const pressed = jobOf(event)
    const place = jobs.findIndex(({ job }) => job.id === pressed)
    if (pressed === null || place < 0) return
    if (event.shiftKey) return go(place, 'range')
    if (event.ctrlKey || event.metaKey) return add(pressed)
    go(place)
    clear()
  }
  // A press gives the focus as well, before it is over: going to the first row would move the pressed one away below
  // it.
  const onFocus = ({ target }: FocusEvent): void => {
    if (current === null && target.matches(':focus-visible')) go(0)
  }
  const withJob =
    <Event extends MouseEvent>(run: (id: number, event: Event) => void) =>
    (event: Event): void => {
      const pressed = jobOf(event)
      if (pressed !== null) run(pressed, event)
    }
  return (
    <Box
      ref={box}
      role="listbox"
      tabIndex={0}
      aria-label={say('dispatcher.jobs.title')}
      aria-multiselectable
      aria-activedescendant={at >= first && at < last ? `${id}-${current}` : undefined}
      onKeyDown={onKeyDown}
      onClick={onPress}
      onDoubleClick={withJob(onOpen)}
      onPointerDown={withJob(onGrab)}
      onFocus={onFocus}
      sx={LIST}
    >
      <Box
        sx={rowsStyle}
        data-lines={lines}
        data-hidden={hidden.join(' ')}
        role="presentation"
        style={{ height: jobs.length * row_px, ...columnsStyle(hidden) }}
      >
        {jobs.slice(first, last).map(({ job, kind }, i) => (
          <JobRow
            key={job.id}
            id={`${id}-${job.id}`}
            job={job}
            kind={kind}
            place={first + i}
            count={jobs.length}
            top_px={(first + i) * row_px}
            lines={lines}
            current={job.id === current}
            chosen={chosen.has(job.id)}
            over={job.id === over}
            now_ms={now_ms}
          />
        ))}
      </Box>
    </Box>
  )
}

/** The ride whose row an event is about. */
function jobOf({ target }: MouseEvent): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-job]') : null
  return row ? Number(row.dataset['job']) : null
}
