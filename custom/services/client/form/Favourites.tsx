import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import CircularProgress from '@mui/material/CircularProgress'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useSay } from '#engine/ui'
import { beginsWithName } from '../../../geo/model'
import { AskAgain } from './AskAgain'
import { useService } from './service-context'
import type { ClientPlace } from './use-client-data'

interface FavouritesProps {
  readonly places: readonly ClientPlace[]
  readonly onPick: (place: ClientPlace) => void
}

/** Where the client goes, by the keys 1 to 9: each goes to the next stop. */
export function Favourites({ places, onPick }: FavouritesProps) {
  const say = useSay()
  const {
    isOpen,
    client: { busy, failure, retry },
  } = useService()
  // Many stand two by two, by their names alone.
  const isMany = places.length > 4
  if (busy)
    return <Skeleton role="status" variant="rounded" height={64} aria-label={say('services.form.places.loading')} />
  if (failure) return <AskAgain failure={failure} onRetry={retry} />
  if (places.length === 0) {
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {say('services.form.places.none')}
      </Typography>
    )
  }
  return (
    <Box
      role="group"
      aria-label={say('services.form.places.title')}
      data-field="favourites"
      tabIndex={-1}
      sx={isMany ? MANY : LIST}
    >
      {places.map((place, index) => (
        <ButtonBase
          key={`${place.lat},${place.lng},${place.name}`}
          disabled={!isOpen}
          onClick={() => onPick(place)}
          sx={ROW}
          title={place.address}
        >
          <Box component="kbd" sx={KEY}>
            {index + 1}
          </Box>
          <Box component="span" sx={TEXT}>
            <b>{place.name || place.address}</b>
            {!isMany && (
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {' '}
                {restOf(place)}
              </Box>
            )}
          </Box>
        </ButtonBase>
      ))}
    </Box>
  )
}

/** The numbers of places that were pressed and wait for the client's places. */
export function WaitingPlaces({ digits }: { digits: readonly number[] }) {
  const say = useSay()
  return (
    <Typography
      role="status"
      variant="body2"
      sx={{ color: 'text.secondary', display: 'flex', alignItems: 'center', gap: 0.75 }}
    >
      <CircularProgress size={12} color="inherit" aria-hidden />
      {digits.map((digit, at) => (
        <Box key={at} component="kbd" sx={KEY}>
          {digit}
        </Box>
      ))}
      {say('services.desk.places_wait')}
    </Typography>
  )
}

/** The address without the name it begins with, which is read already. */
function restOf({ name, address }: ClientPlace): string {
  if (!name || address === name) return ''
  return beginsWithName(address, name) ? address.slice(name.length).replace(/^[,\s]+/, '') : address
}

const LIST = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 0.25,
  '&:focus': { outline: 'none' },
  mx: -1,
} as const
const MANY = { ...LIST, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } as const
const ROW = {
  display: 'flex',
  gap: 1,
  justifyContent: 'flex-start',
  textAlign: 'start',
  minWidth: 0,
  px: 1,
  minHeight: 30,
  borderRadius: 1,
  fontSize: 13,
  '&:hover': { bgcolor: 'action.hover' },
  '&.Mui-focusVisible': { bgcolor: 'action.focus' },
  '&.Mui-disabled': { opacity: 0.5 },
} as const
const KEY = {
  fontFamily: 'inherit',
  fontSize: 12,
  border: 1,
  borderColor: 'divider',
  borderRadius: 0.5,
  minWidth: 20,
  textAlign: 'center',
  lineHeight: '18px',
  flex: 'none',
  color: 'text.secondary',
} as const
const TEXT = {
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '& b': { fontWeight: 500 },
} as const
