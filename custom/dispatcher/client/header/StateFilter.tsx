import FilterAlt from '@mui/icons-material/FilterAlt'
import Badge from '@mui/material/Badge'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { useState, useEffect } from 'react'
import { Badge as StateBadge, useSay } from '#engine/ui'
import type { CallResponse } from '#engine/model'
import { useProvider } from '#engine/client'
import { statesBusyDriverCall, vehiclesTempStatesCall } from '../../model/fleet-states-calls'

type StateChoices = CallResponse<typeof statesBusyDriverCall>['items']

/** The states that vehicles can be filtered by, asked for when they are first wanted; null until then. */
function useStateChoices(wanted: boolean): StateChoices | null {
  const provider = useProvider()
  const [choices, setChoices] = useState<StateChoices | null>(null)
  useEffect(() => {
    if (!wanted || choices) return undefined
    const asked = new AbortController()
    const { signal } = asked
    Promise.all([
      provider.call(vehiclesTempStatesCall, {}, { signal }),
      provider.call(statesBusyDriverCall, {}, { signal }),
    ])
      .then(([own, rides]) => setChoices([...own.items, ...rides.items]))
      // A failed call is repeated when the filter is opened again.
      .catch(() => undefined)
    return () => asked.abort()
  }, [provider, wanted, choices])
  return choices
}

/** The advanced filter: vehicles by the state of the ride they are on, or by what their driver is doing. */
export function StateFilter({
  states,
  onStates,
}: {
  states: readonly string[]
  onStates: (states: readonly string[]) => void
}) {
  const say = useSay()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const choices = useStateChoices(anchor !== null)
  const toggle = (id: string): void =>
    onStates(states.includes(id) ? states.filter((one) => one !== id) : [...states, id])
  return (
    <>
      <Tooltip title={say('dispatcher.states.title')}>
        <IconButton
          aria-label={say('dispatcher.states.title')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
          sx={{ width: 36, height: 36, border: 1, borderColor: 'divider', borderRadius: 1 }}
        >
          <Badge badgeContent={states.length} color="primary">
            <FilterAlt fontSize="small" />
          </Badge>
        </IconButton>
      </Tooltip>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': say('dispatcher.states.title') } }}
      >
        {choices === null && <MenuItem disabled>{say('dispatcher.loading_states')}</MenuItem>}
        {choices?.map(({ id, name, color, icon }) => (
          <MenuItem key={id} role="menuitemcheckbox" aria-checked={states.includes(id)} onClick={() => toggle(id)}>
            <Checkbox
              checked={states.includes(id)}
              tabIndex={-1}
              slotProps={{ input: { 'aria-hidden': true } }}
              sx={{ p: 0.5, marginInlineEnd: 0.5 }}
            />
            <ListItemText>
              <StateBadge color={color} icon={icon}>
                {name}
              </StateBadge>
            </ListItemText>
          </MenuItem>
        ))}
        <MenuItem disabled={states.length === 0} onClick={() => onStates([])}>
          {say('dispatcher.states.clear')}
        </MenuItem>
      </Menu>
    </>
  )
}
