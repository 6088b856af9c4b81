import ExpandMore from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { useId, useRef, type ReactNode } from 'react'

interface FormPanelProps {
  readonly title: string
  /** What is in it, in few words, while it is closed. */
  readonly summary?: string
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
  /** Something in it is wrong. */
  readonly isWrong: boolean
  readonly children: ReactNode
}

/** A part of the form under a title that opens and closes it; closed, it says in few words what is in it. */
export function FormPanel({ title, summary = '', open, onOpen, isWrong, children }: FormPanelProps) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const press = (): void => {
    onOpen(!open)
    // What opens below the edge would open unseen.
    if (!open) requestAnimationFrame(() => section.current?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <Box ref={section} component="section" aria-labelledby={`${id}-title`} sx={{ borderTop: 1, borderColor: 'divider' }}>
      <Typography component="h3" sx={{ m: 0 }}>
        <ButtonBase id={`${id}-title`} aria-expanded={open} aria-controls={id} onClick={press} sx={HEAD}>
          <Box component="span" sx={{ fontWeight: 600, fontSize: 13.5, color: isWrong ? 'error.main' : 'text.primary', flex: 'none' }}>{title}</Box>
          <Box component="span" sx={SUMMARY}>{open ? '' : summary}</Box>
          <ExpandMore aria-hidden fontSize="small" sx={{ color: 'text.secondary', transform: open ? 'rotate(180deg)' : 'none' }} />
        </ButtonBase>
      </Typography>
      <Box id={id} hidden={!open} sx={{ px: 2, pb: 1.5, display: open ? 'grid' : 'none', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {open && children}
      </Box>
    </Box>
  )
}

const HEAD = { width: 1, px: 2, minHeight: 38, gap: 1, justifyContent: 'flex-start', textAlign: 'start', '&:focus-visible': { outlineOffset: -2 } } as const
const SUMMARY = {
  flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontSize: 13, color: 'text.secondary', textAlign: 'end',
} as const
