import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { useShell } from '../console/shell-context'
import type { OpenSession } from '../../model/shell-answers'
import { dateTimeText } from '../../ui/show/date-text'
import { useFailure } from '../../ui/failure'
import { useDisplayStyle, useSay } from '../../ui/show/style'
import { Section } from './Section'
import { deviceName } from './device-name'

const KEY = ['own sessions']

/** Where the user is logged in, with a button to end each session. */
export function OwnSessions() {
  const say = useSay()
  const fail = useFailure()
  const notify = useNotify()
  const queries = useQueryClient()
  const style = useDisplayStyle()
  const { calls } = useShell()
  const { data = [] } = useQuery({ queryKey: KEY, queryFn: ({ signal }) => calls.mySessions(signal) })
  const close = async ({ id }: OpenSession): Promise<void> => {
    try {
      notify(await calls.closeSession(id), { type: 'success' })
    } catch (error) {
      fail(error)
    } finally {
      void queries.invalidateQueries({ queryKey: KEY })
    }
  }
  return (
    <Section title={say('profile.sessions')}>
      <List disablePadding>
        {data.map((one) => (
          <ListItem key={one.id} disableGutters divider sx={{ gap: 2, flexWrap: 'wrap' }}>
            <ListItemText
              primary={deviceName(one)}
              secondary={[
                say('profile.last_activity', { date: dateTimeText(one.last_activity, style.zone) }),
                one.address,
              ]
                .filter(Boolean)
                .join(' · ')}
              sx={{ minWidth: 200 }}
            />
            {one.current ? (
              <Chip size="small" color="primary" variant="outlined" label={say('profile.this_session')} />
            ) : (
              <Button
                size="small"
                color="inherit"
                variant="outlined"
                onClick={() => void close(one)}
                aria-label={say('profile.close_session', { name: deviceName(one) })}
              >
                {say('ra.auth.logout')}
              </Button>
            )}
          </ListItem>
        ))}
      </List>
    </Section>
  )
}
