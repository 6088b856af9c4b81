import ViewColumn from '@mui/icons-material/ViewColumnOutlined'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { useSay } from '#engine/ui'
import { JOB_COLUMNS, type JobColumn } from './rows-style'

/** Which columns a list on one line has. */
export function JobsColumns({
  hidden,
  onHide,
}: {
  readonly hidden: readonly JobColumn[]
  readonly onHide: (hidden: readonly JobColumn[]) => void
}) {
  const say = useSay()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = say('dispatcher.jobs.columns')
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          size="small"
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <ViewColumn fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': label } }}
      >
        {JOB_COLUMNS.map((column) => {
          const shown = !hidden.includes(column)
          return (
            <MenuItem
              key={column}
              role="menuitemcheckbox"
              aria-checked={shown}
              onClick={() => onHide(shown ? [...hidden, column] : hidden.filter((one) => one !== column))}
            >
              <Checkbox
                checked={shown}
                tabIndex={-1}
                slotProps={{ input: { 'aria-hidden': true } }}
                sx={{ p: 0.5, marginInlineEnd: 0.5 }}
              />
              <ListItemText>{say(`dispatcher.jobs.column.${column}`)}</ListItemText>
            </MenuItem>
          )
        })}
      </Menu>
    </>
  )
}
