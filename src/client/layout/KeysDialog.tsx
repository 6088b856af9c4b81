import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { KeyLayer, useActiveKeys } from '../../ui/keys'
import { useSay } from '../../ui/show/style'

/** The keys that work on the page behind it. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const say = useSay()
  const keys = useActiveKeys()
  const first = keys.filter((key, index) => keys.findIndex((one) => one.keys === key.keys) === index)
  return (
    <Dialog open onClose={onClose} aria-labelledby="keys-title" maxWidth="xs" fullWidth>
      <KeyLayer>
        <DialogTitle id="keys-title">{say('shell.keys')}</DialogTitle>
        <DialogContent>
          <Box
            component="dl"
            sx={{
              m: 0,
              display: 'grid',
              gridTemplateColumns: 'auto 1fr',
              columnGap: 2,
              rowGap: 1,
              alignItems: 'baseline',
            }}
          >
            {first.map(({ keys: combination, label }) => (
              <Box key={combination} sx={{ display: 'contents' }}>
                <Box component="dt">
                  <Combination keys={combination} />
                </Box>
                <Box component="dd" sx={{ m: 0 }}>
                  {label}
                </Box>
              </Box>
            ))}
          </Box>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{say('ra.action.close')}</Button>
        </DialogActions>
      </KeyLayer>
    </Dialog>
  )
}

const CAPS: { readonly [key: string]: string } = {
  ctrl: 'Ctrl',
  enter: '↵',
  escape: 'Esc',
  arrowdown: '↓',
  arrowup: '↑',
  arrowleft: '←',
  arrowright: '→',
}

const Combination = ({ keys }: { keys: string }) => (
  <Box sx={{ display: 'flex', gap: 0.5 }}>
    {keys.split('+').map((key) => (
      <Box
        component="kbd"
        key={key}
        sx={{
          fontFamily: 'inherit',
          fontSize: '0.8125rem',
          border: 1,
          borderColor: 'divider',
          borderRadius: 0.5,
          px: 0.75,
          minWidth: 24,
          textAlign: 'center',
        }}
      >
        {CAPS[key] ?? key.toUpperCase()}
      </Box>
    ))}
  </Box>
)
