import DeleteOutline from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import { NumberEntry, useSay } from '#engine/ui'
import { AddressField } from '../../../geo/client'
import type { LatLng } from '../../../geometry/model'
import type { TryStop } from './trip-draft'

interface StopRowProps {
  readonly stop: TryStop
  readonly index: number
  readonly name: string
  readonly near: LatLng | null
  /** Also asks for waiting, parking and delivery. */
  readonly more: boolean
  /** The tariff prices deliveries. */
  readonly delivers: boolean
  readonly error?: string
  readonly onChange: (change: Partial<TryStop>) => void
  /** Absent: a trip has at least two stops. */
  readonly onRemove?: () => void
}

/** One stop: where it is, and what happens there. */
export function StopRow({ stop, index, name, near, more, delivers, error, onChange, onRemove }: StopRowProps) {
  const say = useSay()
  const flag = (key: 'parking' | 'courier', isOn: boolean, label: string) => (
    <FormControlLabel
      label={label}
      slotProps={{ typography: { variant: 'body2' } }}
      control={<Checkbox size="small" checked={isOn} onChange={(_event, on) => onChange({ [key]: on })} />}
    />
  )
  const columns = `24px minmax(0, 1fr)${onRemove ? ' 34px' : ''}`
  return (
    <Box component="li" sx={{ display: 'grid', gridTemplateColumns: columns, columnGap: 1, alignItems: 'start' }}>
      <Box aria-hidden sx={SIGN}>
        {index + 1}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <AddressField
          source={`stops.${index}`}
          label={name}
          address={stop.address}
          point={stop.point}
          near={near}
          error={error}
          onPlace={(place) => onChange({ point: place?.point ?? null, address: place?.address ?? '' })}
        />
        {more && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 0.5 }}>
            <Box sx={{ width: 130 }}>
              <NumberEntry
                name={`stops.${index}.wait`}
                label={say('fares.try.wait_at', { stop: name })}
                placeholder={say('fares.try.wait')}
                value={stop.wait}
                onChange={(wait) => onChange({ wait })}
                after={<InputAdornment position="end">min</InputAdornment>}
              />
            </Box>
            {flag('parking', stop.parking, say('fares.try.parking'))}
            {delivers && flag('courier', stop.courier ?? index > 0, say('fares.try.courier'))}
          </Box>
        )}
      </Box>
      {onRemove && (
        <IconButton onClick={onRemove} aria-label={say('fares.try.remove_stop', { stop: name })} sx={{ mt: '23px' }}>
          <DeleteOutline fontSize="small" />
        </IconButton>
      )}
    </Box>
  )
}

const SIGN = {
  mt: '29px',
  width: 24,
  height: 24,
  borderRadius: '50%',
  display: 'grid',
  placeItems: 'center',
  fontSize: 12.5,
  fontWeight: 600,
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
} as const
