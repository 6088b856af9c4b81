import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import IconButton from '@mui/material/IconButton'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, type ReactNode } from 'react'
import { type Key, KeyLayer, useKeys, useSay } from '#engine/ui'

/** A dialog of the board: what it is about, its content, and what can be done; on a phone it fills the screen. */
export function DialogFrame({
  title,
  caption,
  corner,
  width = 'md',
  tall = false,
  keys = NO_KEYS,
  actions,
  onClose,
  children,
}: {
  title: string
  caption?: string
  /** Stands at the end of the title: a state. */
  corner?: ReactNode
  width?: 'sm' | 'md' | 'lg'
  /** As high as the window allows from the start, so that nothing moves when its content comes. */
  tall?: boolean
  /** Its own keys; Escape closes it in any case. */
  keys?: readonly Key[]
  actions?: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  const say = useSay()
  const id = useId()
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth={width}
      fullWidth
      fullScreen={phone}
      aria-labelledby={id}
      slotProps={{ paper: { sx: tall && !phone ? { height: 'min(760px, calc(100% - 64px))' } : {} } }}
    >
      <KeyLayer>
        <Keys keys={keys} />
        <Box sx={HEAD}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography variant="h2" id={id} noWrap>
              {title}
            </Typography>
            {caption && (
              <Typography variant="caption" component="p" noWrap sx={{ color: 'text.secondary' }}>
                {caption}
              </Typography>
            )}
          </Box>
          {corner}
          <IconButton aria-label={say('form.close')} onClick={onClose} edge="end">
            <Close fontSize="small" />
          </IconButton>
        </Box>
        {children}
        {actions && (
          <DialogActions sx={{ px: 2, py: 1.25, borderTop: 1, borderColor: 'divider', flexWrap: 'wrap' }}>
            {actions}
          </DialogActions>
        )}
      </KeyLayer>
    </Dialog>
  )
}

const HEAD = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  px: 2,
  py: 1.25,
  minHeight: 56,
  borderBottom: 1,
  borderColor: 'divider',
  flexShrink: 0,
} as const

const NO_KEYS: readonly Key[] = []

function Keys({ keys }: { keys: readonly Key[] }) {
  useKeys(keys)
  return null
}
