import Box from '@mui/material/Box'
import { useEffect, useRef, type ReactNode } from 'react'
import { Icon } from '../../ui/show/Icon'

interface Props {
  readonly id: string
  readonly icon: string | null
  readonly title: string
  /** What stands small at its end. */
  readonly aside: string | null
  readonly active: boolean
  readonly onGo: () => void
  readonly onPoint: () => void
}

/** One place that the search leads to. */
export function FoundOption({ id, icon, title, aside, active, onGo, onPoint }: Props) {
  const own = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (active) own.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <Box
      component="li"
      ref={own}
      id={id}
      role="option"
      aria-selected={active}
      onClick={onGo}
      onMouseMove={active ? undefined : onPoint}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 1,
        height: 36,
        borderRadius: 1,
        cursor: 'pointer',
        bgcolor: active ? 'action.selected' : undefined,
      }}
    >
      <Icon name={icon} />
      <Box component="span" sx={{ flex: 'none', maxWidth: aside ? '70%' : '100%', ...CUT }}>
        {title}
      </Box>
      {aside && (
        <Box component="span" sx={{ flex: 1, textAlign: 'end', color: 'text.secondary', fontSize: '0.75rem', ...CUT }}>
          {aside}
        </Box>
      )}
    </Box>
  )
}

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** The records of a catalogue, under its name. @param stale they belong to an earlier text */
export function FoundGroup({
  id,
  title,
  stale,
  children,
}: {
  id: string
  title: string
  stale: boolean
  children: ReactNode
}) {
  return (
    <Box component="li" role="group" aria-labelledby={id} sx={{ opacity: stale ? 0.5 : 1 }}>
      <Box
        id={id}
        aria-hidden
        sx={{ px: 1, pt: 1.5, pb: 0.5, color: 'text.secondary', fontSize: '0.75rem', fontWeight: 600 }}
      >
        {title}
      </Box>
      <Box component="ul" role="presentation" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {children}
      </Box>
    </Box>
  )
}
