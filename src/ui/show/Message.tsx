import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

export interface MessageProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text?: string
  readonly caption?: string
  readonly action?: ReactNode
  /** Screen readers read an error at once. */
  readonly tone?: 'neutral' | 'error'
  /** The only content of the page: centred, its title as the page's heading. */
  readonly page?: boolean
}

/** Shown instead of content: why there is none, and the one next step. */
export function Message({ icon, title, text, caption, action, tone = 'neutral', page = false }: MessageProps) {
  const failed = tone === 'error'
  return (
    <Stack
      role={failed ? 'alert' : undefined}
      sx={{ m: page ? 'auto' : 0, alignItems: 'center', textAlign: 'center', gap: 0.5 }}
    >
      <Stack aria-hidden sx={{ mb: 1, color: failed ? 'error.main' : 'text.disabled', '& svg': { fontSize: 36 } }}>
        {icon}
      </Stack>
      <Typography variant="h2" component={page ? 'h1' : 'p'}>
        {title}
      </Typography>
      {text && <Typography sx={{ color: 'text.secondary', maxWidth: 460 }}>{text}</Typography>}
      {caption && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {caption}
        </Typography>
      )}
      {action && (
        <Stack direction="row" sx={{ mt: 2, gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
          {action}
        </Stack>
      )}
    </Stack>
  )
}
