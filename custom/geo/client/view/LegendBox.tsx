import Box from '@mui/material/Box'
import type { SxProps, Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { MapOverlay } from './MapOverlay'

interface LegendBoxProps {
  readonly label: string
  /** What is particular about it. */
  readonly look: SxProps<Theme>
  readonly maxWidth?: string
  /** It may have more than fits: keys scroll it. */
  readonly scrolls?: boolean
  readonly entries: readonly { readonly key: string; readonly mark: ReactNode; readonly label: string }[]
}

/** What the marks of a map mean, in the corner where nothing else lies. */
export const LegendBox = ({ label, look, maxWidth, scrolls = false, entries }: LegendBoxProps) => (
  <MapOverlay sx={{ left: 10, bottom: 26, maxWidth }}>
    <Box
      component="ul"
      aria-label={label}
      tabIndex={scrolls ? 0 : undefined}
      sx={[LEGEND, ...(Array.isArray(look) ? look : [look])]}
    >
      {entries.map((entry) => (
        <Box
          component="li"
          key={entry.key}
          sx={{ display: 'flex', alignItems: 'center', gap: 0.75, whiteSpace: 'nowrap' }}
        >
          {entry.mark}
          {entry.label}
        </Box>
      ))}
    </Box>
  </MapOverlay>
)

const LEGEND = {
  m: 0,
  px: 1,
  py: 0.5,
  listStyle: 'none',
  fontSize: 12,
  lineHeight: '18px',
  bgcolor: 'background.paper',
  color: 'text.primary',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  boxShadow: 1,
} as const
