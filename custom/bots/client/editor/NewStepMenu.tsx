import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Icon, useSay } from '#engine/ui'
import type { Titled } from '../canvas/step-words'

interface NewStepMenuProps {
  readonly at: { readonly top: number; readonly left: number }
  readonly types: readonly Titled[]
  readonly onChoose: (type: string) => void
  readonly onClose: () => void
}

/** The types of which a step can be made. */
export function NewStepMenu({ at, types, onChoose, onClose }: NewStepMenuProps) {
  const say = useSay()
  return (
    <Menu
      open
      onClose={onClose}
      anchorReference="anchorPosition"
      anchorPosition={at}
      slotProps={{ list: { 'aria-label': say('bots.flow.new_step') } }}
    >
      {types.map(({ value, title, icon }) => (
        <MenuItem key={value} onClick={() => onChoose(value)}>
          <ListItemIcon>
            <Icon name={icon} size={18} />
          </ListItemIcon>
          {title}
        </MenuItem>
      ))}
    </Menu>
  )
}
