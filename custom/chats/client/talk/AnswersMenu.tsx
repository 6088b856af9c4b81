import Bolt from '@mui/icons-material/Bolt'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { fold } from '#engine/model'
import { useCall } from '#engine/client'
import { useSay } from '#engine/ui'
import { answersCall } from '../../model/chat-calls'

/**
 * Canned answers, filled in for this conversation; the chosen one is put into the box, where it can still be changed.
 */
export function AnswersMenu({
  id,
  onPick,
  disabled,
}: {
  id: number
  onPick: (text: string) => void
  disabled: boolean
}) {
  const say = useSay()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [q, setQ] = useState('')
  const { answer } = useCall(answersCall, anchor ? { id } : null)
  const found = answer?.items.filter(({ name, text }) => fold(`${name} ${text}`).includes(fold(q))) ?? []
  const pick = (text: string): void => {
    setAnchor(null)
    setQ('')
    onPick(text)
  }
  return (
    <>
      <IconButton
        aria-label={say('chats.talk.answers')}
        title={say('chats.talk.answers')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        disabled={disabled}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Bolt fontSize="small" />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': say('chats.talk.answers'),
            sx: { width: 360, maxWidth: 'calc(100vw - 32px)' },
          },
        }}
      >
        <Box sx={{ p: 1.5, pb: 0.5 }}>
          <TextField
            autoFocus
            fullWidth
            size="small"
            value={q}
            onChange={({ target }) => setQ(target.value)}
            slotProps={{ htmlInput: { 'aria-label': say('chats.talk.find_answer') } }}
            placeholder={say('chats.talk.find_answer')}
            onKeyDown={(event) => {
              const [first] = found
              if (event.key !== 'Enter' || !first) return
              event.preventDefault()
              pick(first.text)
            }}
          />
        </Box>
        {answer && found.length === 0 && (
          <Box sx={{ px: 2, py: 1.5, color: 'text.secondary' }}>{say('chats.talk.no_answers')}</Box>
        )}
        <List dense sx={{ maxHeight: 280, overflowY: 'auto' }}>
          {found.map(({ id: one, name, text }) => (
            <ListItemButton key={one} onClick={() => pick(text)}>
              <ListItemText
                primary={name}
                secondary={text}
                slotProps={{ secondary: { sx: { whiteSpace: 'pre-wrap' } } }}
              />
            </ListItemButton>
          ))}
        </List>
      </Popover>
    </>
  )
}
