import Box from '@mui/material/Box'
import type { SxProps, Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'

interface TalkLineProps {
  /** Said by the house: on the far side. */
  readonly own: boolean
  /** What is particular about its bubble. */
  readonly look?: SxProps<Theme>
  readonly children: ReactNode
  /** By whom, when, and how far it has come. */
  readonly below: ReactNode
  readonly isFailed?: boolean
}

/** One message of a conversation: a bubble, on the side of who said it, with a line in small below it. */
export function TalkLine({ own, look = {}, children, below, isFailed = false }: TalkLineProps) {
  return (
    <Box component="li" sx={{ display: 'flex', flexDirection: 'column', alignItems: own ? 'flex-end' : 'flex-start' }}>
      <Box sx={[BUBBLE, ...(Array.isArray(look) ? look : [look])]}>{children}</Box>
      <Box sx={{ fontSize: 12, color: isFailed ? 'error.main' : 'text.secondary', mt: 0.25, maxWidth: '85%' }}>
        {below}
      </Box>
    </Box>
  )
}

const BUBBLE = {
  maxWidth: '85%',
  px: 1.5,
  py: 1,
  borderRadius: 2,
  border: 1,
  borderColor: 'divider',
  fontSize: 14,
  lineHeight: '20px',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const
