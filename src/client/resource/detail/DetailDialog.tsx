import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEvent, useNavigate, useTranslate } from 'react-admin'
import { useId, useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { KeyLayer } from '../../../ui/keys'
import { HIDDEN } from '../../../ui/show/hidden-text'
import { recordPath } from '../../provider/paths'
import { useScope } from '../scope'
import DetailPage from './DetailPage'
import { PaneRouter, type Pane } from './pane'

/** A record over the list that it was opened from, at an address of its own; on a phone it fills the screen. */
export default function DetailDialog({ id, tab, onClose }: { id: string; tab: string | null; onClose: () => void }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { resource } = useScope()
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const titleId = useId()
  const openTab = useEvent((to: string) =>
    navigate({ pathname: recordPath(resource, id, to), search }, { replace: true }),
  )
  const onGone = useEvent(onClose)
  const pane = useMemo<Pane>(() => ({ openTab, onGone, over: true }), [openTab, onGone])
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="md"
      fullScreen={phone}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { minHeight: { sm: 420 } } } }}
    >
      <KeyLayer late>
        <span id={titleId} style={HIDDEN}>
          {translate('detail.dialog')}
        </span>
        <IconButton
          aria-label={translate('form.close')}
          onClick={onClose}
          sx={{ position: 'absolute', top: 10, insetInlineEnd: 10, zIndex: 2 }}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
        <Box sx={{ overflowY: 'auto', flex: 1, minHeight: 0 }}>
          <PaneRouter>
            <DetailPage id={id} tab={tab} pane={pane} />
          </PaneRouter>
        </Box>
      </KeyLayer>
    </Dialog>
  )
}
