import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import StoreIcon from '@mui/icons-material/StorefrontOutlined'
import { useNotify, useRefresh } from 'react-admin'
import { useFailure } from '../../ui/failure'
import { useSay } from '../../ui/show/style'
import { chosenScope } from '../../model/application'
import { useConsole } from '../console/console'
import { useShell } from '../console/shell-context'
import { useMenu } from '../console/use-menu'

interface Place {
  readonly id: number
  readonly name: string
}

/**
 * The place that the user works in, such as a branch: lists show it and new records get it. Hidden for users without a
 * choice.
 */
export default function PlaceMenu({ compact }: { compact: boolean }) {
  const say = useSay()
  const notify = useNotify()
  const refresh = useRefresh()
  const fail = useFailure()
  const { button, menu, close } = useMenu()
  const {
    verified: { user },
    calls,
    renew,
  } = useShell()
  const {
    model: { application },
  } = useConsole()
  const chosen = chosenScope(application.scopes)?.scope
  const places = (chosen?.choose && (user[chosen.choose.offers] as readonly Place[] | undefined)) ?? []
  if (!chosen?.choose || places.length < 2) return null
  const {
    field,
    choose: { call },
  } = chosen
  const current = places.find(({ id }) => id === user.data[field])
  const name = current?.name ?? say('shell.all_places')
  const choose = async (id: number | null): Promise<void> => {
    close()
    if (id === (current?.id ?? null)) return
    try {
      const said = await calls.setPlace(call, { [field]: id })
      await renew()
      refresh()
      notify(said, { type: 'success' })
    } catch (error) {
      fail(error)
    }
  }
  return (
    <>
      <Button
        {...button}
        color="inherit"
        aria-label={`${say('shell.place')}: ${name}`}
        title={`${say('shell.place')}: ${name}`}
        startIcon={<StoreIcon />}
        sx={{ maxWidth: 200, minWidth: 0, px: 1, ...(compact && { '& .MuiButton-startIcon': { m: 0 } }) }}
      >
        {!compact && <span style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{name}</span>}
      </Button>
      <Menu {...menu}>
        <MenuItem selected={!current} onClick={() => void choose(null)}>
          {say('shell.all_places')}
        </MenuItem>
        <Divider />
        {places.map((place) => (
          <MenuItem key={place.id} selected={place === current} onClick={() => void choose(place.id)}>
            {place.name}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
