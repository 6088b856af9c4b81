import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Close from '@mui/icons-material/Close'
import Drawer from '@mui/material/Drawer'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useSay } from '../../ui/show/style'
import { useFailure } from '../../ui/failure'
import { isSoundOn, setSound } from '../console/alarm'
import { useShell } from '../console/shell-context'
import { CHOICES, USUAL, useAppearance, type Appearance } from '../theme/appearance'
import { LayoutDrawing } from './LayoutDrawing'

type Name = keyof Appearance
const NAMES: readonly Name[] = ['layout', 'width', 'theme', 'direction']

/**
 * How the console looks to somebody: changed at once, kept in their profile; a guest's, and what is tried while viewing
 * as another, stays in this browser.
 */
export default function SettingsPanel({ onClose }: { onClose: () => void }) {
  const say = useSay()
  const fail = useFailure()
  const titleId = useId()
  const {
    verified: { user },
    calls,
    patchData,
  } = useShell()
  const [appearance, keep] = useAppearance()
  const [sound, hear] = useState(isSoundOn)
  const put = async (wanted: Appearance): Promise<void> => {
    keep(wanted)
    // Spec 1 §6.
    if (user.role.length === 0 || user.viewer) return
    const before = user.data['settings']
    patchData({ settings: wanted })
    try {
      await calls.keepSettings({ ...wanted })
    } catch (error) {
      keep(appearance)
      patchData({ settings: before })
      fail(error)
    }
  }
  const isUsual = NAMES.every((name) => appearance[name] === USUAL[name])
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{ paper: { 'aria-labelledby': titleId, role: 'dialog', sx: { width: 380, maxWidth: '100vw' } } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}>
        <Typography id={titleId} variant="h2" sx={{ flex: 1 }}>
          {say('appearance.title')}
        </Typography>
        <IconButton aria-label={say('ra.action.close')} onClick={onClose} autoFocus>
          <Close fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={{ p: 2, display: 'flex', flexDirection: 'column', gap: 2.5, overflowY: 'auto' }}>
        {NAMES.map((name) => (
          <Choice
            key={name}
            name={name}
            value={appearance[name]}
            onChange={(value) => void put({ ...appearance, [name]: value })}
          />
        ))}
        <FormControlLabel
          control={
            <Switch
              checked={sound}
              onChange={(_event, on) => {
                setSound(on)
                hear(on)
              }}
            />
          }
          label={say('appearance.sound')}
        />
        <Button variant="outlined" disabled={isUsual} onClick={() => void put(USUAL)} sx={{ alignSelf: 'flex-start' }}>
          {say('appearance.reset')}
        </Button>
      </Box>
    </Drawer>
  )
}

function Choice({ name, value, onChange }: { name: Name; value: string; onChange: (value: string) => void }) {
  const say = useSay()
  const id = useId()
  return (
    <Box>
      <Typography id={id} variant="h3" component="h3" sx={{ mb: 0.5 }}>
        {say(`appearance.${name}`)}
      </Typography>
      <RadioGroup aria-labelledby={id} name={name} value={value} onChange={(_event, chosen) => onChange(chosen)}>
        {CHOICES[name].map((one) => (
          <FormControlLabel
            key={one}
            value={one}
            control={<Radio />}
            label={
              name === 'layout' ? (
                <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
                  <LayoutDrawing layout={one} />
                  {say(`appearance.${one}`)}
                </Box>
              ) : (
                say(`appearance.${one}`)
              )
            }
          />
        ))}
      </RadioGroup>
    </Box>
  )
}
