import StickyNote from '@mui/icons-material/StickyNote2Outlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useLiveCall, useProvider } from '#engine/client'
import { useFailure, useSay } from '#engine/ui'
import { readNoteCall, unreadNotesCall } from '../../model/shift-notes-calls'
import { ageOf, ageWords } from '../live/age-words'

/** What the shift before left for this one; each stays until it is marked as read. */
export default function UnreadNotes({ now_ms }: { readonly now_ms: number }) {
  const say = useSay()
  const provider = useProvider()
  const fail = useFailure()
  const { answer, put, again } = useLiveCall(unreadNotesCall, {})
  const [busy, setBusy] = useState<number | null>(null)
  const read = async (id: number): Promise<void> => {
    setBusy(id)
    try {
      put(await provider.call(readNoteCall, { id }))
    } catch (cause) {
      fail(cause)
      again()
    }
    setBusy(null)
  }
  if (!answer || answer.items.length === 0) return null
  return (
    <Box component="section" aria-label={say('desk_notes.unread')} sx={NOTES}>
      {answer.items.map(({ id, text, by, date_created }) => (
        <Box key={id} component="article" sx={NOTE}>
          <StickyNote fontSize="small" color="info" />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>
              {say('desk_notes.by', { by, age: ageWords(ageOf(date_created, now_ms), say) })}
            </Box>
            <Box sx={{ fontSize: 14, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Box>
          </Box>
          <Button size="small" disabled={busy === id} onClick={() => void read(id)} sx={{ alignSelf: 'center' }}>
            {say('desk_notes.read')}
          </Button>
        </Box>
      ))}
    </Box>
  )
}

const NOTES = {
  mt: 1,
  width: 420,
  maxWidth: 1,
  // Of a phone's map there is little.
  maxHeight: { xs: 84, sm: 220 },
  overflowY: 'auto',
  bgcolor: 'background.paper',
  borderRadius: 1,
  boxShadow: 4,
} as const
const NOTE = {
  display: 'flex',
  gap: 1,
  p: 1,
  borderBottom: 1,
  borderColor: 'divider',
  '&:last-of-type': { border: 0 },
} as const
