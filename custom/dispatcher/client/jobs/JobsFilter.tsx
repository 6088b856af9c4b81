import ArrowDropDown from '@mui/icons-material/ArrowDropDown'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useSay } from '#engine/ui'

export interface FilterChoice {
  readonly id: number
  readonly name: string
}

/** Rides of some branches or products: what is chosen stands on the button. */
export function JobsFilter({
  label,
  choices,
  chosen,
  onChoose,
}: {
  readonly label: string
  readonly choices: readonly FilterChoice[]
  readonly chosen: readonly number[]
  readonly onChoose: (chosen: readonly number[]) => void
}) {
  const say = useSay()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [first] = choices.filter(({ id }) => chosen.includes(id))
  const more = chosen.length > 1 ? ` +${chosen.length - 1}` : ''
  return (
    <>
      <Button
        color="inherit"
        size="small"
        endIcon={<ArrowDropDown />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ fontWeight: chosen.length > 0 ? 600 : 400, whiteSpace: 'nowrap', minWidth: 0, textTransform: 'none' }}
      >
        {first ? `${first.name}${more}` : label}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': label } }}
      >
        {choices.map(({ id, name }) => {
          const is = chosen.includes(id)
          return (
            <MenuItem
              key={id}
              role="menuitemcheckbox"
              aria-checked={is}
              onClick={() => onChoose(is ? chosen.filter((one) => one !== id) : [...chosen, id])}
            >
              <Checkbox
                checked={is}
                tabIndex={-1}
                slotProps={{ input: { 'aria-hidden': true } }}
                sx={{ p: 0.5, marginInlineEnd: 0.5 }}
              />
              <ListItemText>{name}</ListItemText>
            </MenuItem>
          )
        })}
        <MenuItem disabled={chosen.length === 0} onClick={() => onChoose([])}>
          {say('dispatcher.jobs.all_of', { what: label.toLowerCase() })}
        </MenuItem>
      </Menu>
    </>
  )
}
