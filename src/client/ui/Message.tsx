import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

/** Something to say in place of content: what it is, why, and the one next step. */
export function Message({ icon, title, text, caption, action, tone = 'neutral' }: {
  icon: ReactNode
  title: string
  text?: string
  caption?: string
  action?: ReactNode
  tone?: 'neutral' | 'error'
}) {
  return (
    <Box role={tone === 'error' ? 'alert' : undefined} sx={{ maxWidth: 440, textAlign: 'center', display: 'grid', justifyItems: 'center', gap: 1 }}>
      <Box sx={{ color: tone === 'error' ? 'error.main' : 'text.secondary', display: 'flex', '& svg': { fontSize: 40 } }}>{icon}</Box>
      <Typography variant="h2" component="h1">{title}</Typography>
      {text && <Typography sx={{ color: 'text.secondary' }}>{text}</Typography>}
      {caption && <Typography variant="body2" sx={{ color: 'text.secondary' }}>{caption}</Typography>}
      {action && <Box sx={{ mt: 2, display: 'flex', gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>{action}</Box>}
    </Box>
  )
}
