import MoreIcon from '@mui/icons-material/MoreHoriz'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { useListEntries } from '../actions/entries'
import { EntriesMenu } from '../actions/EntriesMenu'

// More buttons push the title away.
const MAX_BUTTONS = 2

/** What can be done with the list as a whole: buttons, or a menu where there are many or the screen is narrow. */
export function ListActions({ cards }: { cards: boolean }) {
  const translate = useTranslate()
  const entries = useListEntries()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (entries.length === 0) return null
  if (!cards && entries.length <= MAX_BUTTONS) {
    return entries.map((entry) => (
      <Button key={entry.id} variant="outlined" color="inherit" startIcon={entry.icon} onClick={entry.run} sx={{ borderColor: 'divider', marginInlineStart: 0.5 }}>
        {entry.label}
      </Button>
    ))
  }
  return (
    <>
      <IconButton aria-label={translate('list.actions')} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        <MoreIcon fontSize="small" />
      </IconButton>
      <EntriesMenu anchor={anchor} label={translate('list.actions')} entries={entries} onClose={() => setAnchor(null)} />
    </>
  )
}
