import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TravelExplore from '@mui/icons-material/TravelExplore'
import { LinkBase } from 'react-admin'
import { Message } from '../ui/Message'
import { usePageTitle } from '../ui/page-title'
import { useSay } from '../ui/style'

/** Any path that leads nowhere (spec §2). */
export function NotFound() {
  const say = useSay()
  usePageTitle(say('shell.not_found'))
  return (
    <Box sx={{ m: 'auto', p: 3 }}>
      <Message
        icon={<TravelExplore />}
        title={say('shell.not_found')}
        text={say('shell.not_found_text')}
        action={<Button variant="contained" component={LinkBase} to="/">{say('shell.home')}</Button>}
      />
    </Box>
  )
}
