import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import type { NavigationItem } from '../../model/shell-answers'

// Spec §9: a badge shows 9 at most.
const MAX_BADGE = 9

/**
 * The few letters or the number beside an entry of the menu; letters without a colour of their own are those that are
 * read on its ground.
 */
export function NavigationBadge({ badge }: Pick<NavigationItem, 'badge'>) {
  if (!badge) return null
  const { title, bg, fg } = badge
  return (
    <Box
      component="span"
      sx={{
        px: 0.75,
        borderRadius: 2,
        fontSize: '0.75rem',
        fontWeight: 500,
        lineHeight: '18px',
        flexShrink: 0,
        whiteSpace: 'nowrap',
        bgcolor: bg ?? 'error.main',
        color: fg ?? (bg ? (theme: Theme) => theme.palette.getContrastText(bg) : 'error.contrastText'),
      }}
    >
      {Number(title) > MAX_BADGE ? `${MAX_BADGE}+` : title}
    </Box>
  )
}
