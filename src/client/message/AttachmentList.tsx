import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import { useSay } from '../../ui/show/style'
import type { Attachments } from './use-attachments'

/** What goes with a message, each with how far it has come; what did not arrive says why, and can be sent again. */
export function AttachmentList({ attachments: { files, drop, retry } }: { attachments: Attachments }) {
  const say = useSay()
  if (files.length === 0) return null
  return (
    <Box
      component="ul"
      sx={{ m: 0, mb: 0.5, p: 0, listStyle: 'none', display: 'flex', flexDirection: 'column', gap: 0.5 }}
    >
      {files.map(({ key, name, share, id, error }) => (
        <Box
          component="li"
          key={key}
          sx={{
            border: 1,
            borderColor: error === null ? 'divider' : 'error.main',
            borderRadius: 1,
            paddingInlineStart: 1,
            fontSize: 13,
          }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 34 }}>
            <Box
              component="span"
              title={name}
              sx={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
            >
              {name}
            </Box>
            {id === null && error === null && (
              <LinearProgress
                variant="determinate"
                value={share * 100}
                aria-label={say('field.file_sending', { name })}
                sx={{ width: 80, flex: 'none' }}
              />
            )}
            {error !== null && (
              <Button size="small" color="error" onClick={() => retry(key)}>
                {say('actions.retry')}
              </Button>
            )}
            <IconButton
              size="small"
              aria-label={say('field.file_remove', { name })}
              title={say('field.file_remove', { name })}
              onClick={() => drop(key)}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </Box>
          {error !== null && (
            <Box role="alert" sx={{ color: 'error.main', pb: 0.5, overflowWrap: 'anywhere' }}>
              {error}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  )
}
