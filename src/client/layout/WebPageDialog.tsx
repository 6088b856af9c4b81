import Close from '@mui/icons-material/Close'
import OpenInNew from '@mui/icons-material/OpenInNew'
import AppBar from '@mui/material/AppBar'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import MuiToolbar from '@mui/material/Toolbar'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { KeyLayer } from '../../ui/keys'
import { useSay } from '../../ui/show/style'

/** A page of the web over the whole console; one that no other page may show is opened beside it. */
export default function WebPageDialog({
  title,
  url,
  onClose,
}: {
  readonly title: string
  readonly url: string
  readonly onClose: () => void
}) {
  const say = useSay()
  const id = useId()
  return (
    <Dialog open fullScreen onClose={onClose} aria-labelledby={id}>
      <KeyLayer>
        <AppBar position="static" color="default" elevation={0}>
          <MuiToolbar variant="dense" sx={{ gap: 1 }}>
            <Typography id={id} variant="h2" noWrap sx={{ flex: 1 }}>
              {title}
            </Typography>
            <IconButton
              component="a"
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={say('notices.open_beside')}
              title={say('notices.open_beside')}
            >
              <OpenInNew fontSize="small" />
            </IconButton>
            <IconButton edge="end" autoFocus onClick={onClose} aria-label={say('form.close')} title={say('form.close')}>
              <Close fontSize="small" />
            </IconButton>
          </MuiToolbar>
        </AppBar>
        <iframe
          src={url}
          title={title}
          sandbox="allow-scripts allow-forms allow-popups"
          referrerPolicy="no-referrer"
          style={{ flex: 1, border: 0, width: '100%', background: '#fff' }}
        />
      </KeyLayer>
    </Dialog>
  )
}
