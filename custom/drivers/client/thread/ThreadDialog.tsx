import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId } from 'react'
import type { DialogProps } from '#engine/client'
import { useSay } from '#engine/ui'
import { Thread } from './Thread'
import { useThread } from './use-thread'

/**
 * Dialog `driver-messages`: what a driver (the record's `id`) and the operators write to each other; on a phone it
 * fills the screen.
 */
export default function ThreadDialog({ record, onClose }: DialogProps) {
  const say = useSay()
  const id = useId()
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const state = useThread(Number(record?.['id']))
  const { driver } = state.thread ?? {}
  const name = [driver?.name, driver?.surname].filter(Boolean).join(' ')
  return (
    <Dialog
      open
      onClose={() => onClose()}
      maxWidth="sm"
      fullWidth
      fullScreen={phone}
      aria-labelledby={id}
      slotProps={{ paper: { sx: phone ? {} : { height: 'min(640px, calc(100% - 64px))' } } }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          px: 2,
          py: 1.25,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h2" id={id} noWrap>
            {name === '' ? say('drivers.messages.title') : say('drivers.messages.with', { name })}
          </Typography>
          {driver?.phone && (
            <Link href={`tel:${driver.phone.replace(/[^+\d]/g, '')}`} variant="caption">
              {driver.phone}
            </Link>
          )}
        </Box>
        <IconButton aria-label={say('form.close')} onClick={() => onClose()} edge="end">
          <Close fontSize="small" />
        </IconButton>
      </Box>
      <Thread state={state} autoFocus />
    </Dialog>
  )
}
