import CheckIcon from '@mui/icons-material/Check'
import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import { memo, useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useSay } from '#engine/ui'
import type { Mark } from './mark'
import { MarkIcon } from './MarkIcon'

/** A mark or an area in view, in the words of the list. */
export interface MarkEntry extends Pick<Mark, 'id' | 'colour' | 'shape'> {
  readonly title: string
  readonly text: string
  /** Rows that it stands for. */
  readonly n: number
}

interface MarkListProps {
  readonly label: string
  /** In reading order: from north to south. */
  readonly entries: readonly MarkEntry[]
  readonly selected: ReadonlySet<Mark['id']>
  readonly onActive: (id: Mark['id'] | null) => void
  readonly onOpen: (id: Mark['id']) => void
  readonly onToggle: (id: Mark['id']) => void
  readonly onAll: () => void
}

// Nobody walks through more; closer in there are fewer.
const MAX_ENTRIES = 200

/** The marks in view as a list: arrows walk through them, Enter opens a card, the space bar selects. */
export function MarkList({ label, entries, selected, onActive, onOpen, onToggle, onAll }: MarkListProps) {
  const say = useSay()
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<Mark['id'] | null>(null)
  const shown = entries.slice(0, MAX_ENTRIES)
  const at = shown.findIndex(({ id }) => id === active)
  const optionId = (index: number): string => `${base}-${index}`
  const go = (index: number): void => {
    const next = shown[Math.max(0, Math.min(shown.length - 1, index))]
    if (!next) return
    setActive(next.id)
    onActive(next.id)
  }
  useEffect(() => {
    if (at >= 0) list.current?.querySelector(`[data-option="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: { readonly [key: string]: number } = {
      ArrowDown: at + 1,
      ArrowUp: at < 0 ? 0 : at - 1,
      Home: 0,
      End: shown.length - 1,
      PageDown: at + 10,
      PageUp: at - 10,
    }
    const step = steps[event.key]
    const one = shown[at]
    if (step !== undefined) go(step)
    else if (event.key === 'Enter' && one) onOpen(one.id)
    else if (event.key === ' ' && one) onToggle(one.id)
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) onAll()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const under = ({ target }: MouseEvent): MarkEntry | undefined => {
    const option = target instanceof Element ? target.closest<HTMLElement>('[data-option]') : null
    return option ? shown[Number(option.dataset['option'])] : undefined
  }
  const onClick = (event: MouseEvent): void => {
    const entry = under(event)
    if (!entry) return
    setActive(entry.id)
    if (event.ctrlKey || event.metaKey || event.shiftKey) onToggle(entry.id)
    else onOpen(entry.id)
  }
  if (shown.length === 0)
    return <Box sx={{ p: 2, color: 'text.secondary', fontSize: 13 }}>{say('map.rows.none_in_view')}</Box>
  return (
    <>
      <Box
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-label={label}
        aria-multiselectable
        aria-activedescendant={at >= 0 ? optionId(at) : undefined}
        onKeyDown={onKeyDown}
        onFocus={() => {
          if (at < 0) go(0)
        }}
        onBlur={() => onActive(null)}
        onClick={onClick}
        onMouseOver={(event) => onActive(under(event)?.id ?? null)}
        onMouseLeave={() => onActive(null)}
        sx={LIST}
      >
        {shown.map((entry, index) => (
          <Option
            key={entry.id}
            {...entry}
            index={index}
            base={base}
            active={index === at}
            selected={selected.has(entry.id)}
          />
        ))}
      </Box>
      {entries.length > shown.length && (
        <Box sx={{ px: 1.5, py: 1, color: 'text.secondary', fontSize: 12, borderTop: 1, borderColor: 'divider' }}>
          {say('map.rows.more', { count: entries.length - shown.length })}
        </Box>
      )}
    </>
  )
}

interface OptionProps extends MarkEntry {
  readonly index: number
  readonly base: string
  readonly active: boolean
  readonly selected: boolean
}

/** One of hundreds, which a moving map changes: its looks are the list's. */
const Option = memo(function Option({ index, base, active, selected, title, text, colour, shape }: OptionProps) {
  return (
    <div
      role="option"
      id={`${base}-${index}`}
      data-option={index}
      data-active={active || undefined}
      aria-selected={selected}
    >
      {selected ? <CheckIcon aria-hidden color="primary" /> : <MarkIcon colour={colour} shape={shape} />}
      <span>{title}</span>
      {text && <small>{text}</small>}
    </div>
  )
})

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
const LIST = {
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  outlineOffset: '-2px',
  '& > div': { display: 'flex', alignItems: 'center', gap: 1, px: 1.5, minHeight: 36, fontSize: 13, cursor: 'pointer' },
  '& > div:hover': { bgcolor: 'action.hover' },
  '& > div[data-active]': { bgcolor: 'action.selected' },
  '& > div[aria-selected=true]': { boxShadow: (theme: Theme) => `inset 3px 0 ${theme.palette.primary.main}` },
  '& svg': { width: 14, height: 14, flex: 'none' },
  '& span': { flex: 1, minWidth: 0, ...CUT },
  '& small': { color: 'text.secondary', fontSize: 12, flex: 'none', maxWidth: '45%', ...CUT },
} as const
