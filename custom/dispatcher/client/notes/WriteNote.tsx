import StickyNote from '@mui/icons-material/StickyNote2Outlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { storage, useConsole, useProvider } from '#engine/client'
import { useFailure, useSay } from '#engine/ui'
import { writeNoteCall } from '../../model/shift-notes-calls'

/**
 * A note for whoever opens the desk next. What was typed stays until it is kept or given up, also while the panel is
 * closed or the page is loaded anew.
 */
export function WriteNote() {
  const say = useSay()
  const provider = useProvider()
  const notify = useNotify()
  const fail = useFailure()
  const { actor } = useConsole()
  const key = `desk_note.${actor.id}`
  const [text, setShown] = useState(() => {
    const typed = storage.read(key)
    return typeof typed === 'string' ? typed : null
  })
  const setText = (next: string | null): void => {
    storage.write(key, next || undefined)
    setShown(next)
  }
  const [busy, setBusy] = useState(false)
  const write = async (): Promise<void> => {
    setBusy(true)
    try {
      const { msg } = await provider.call(writeNoteCall, { text: text ?? '' })
      notify(msg, { type: 'info' })
      setText(null)
    } catch (cause) {
      fail(cause)
    }
    setBusy(false)
  }
  if (text === null)
    return (
      <Button startIcon={<StickyNote />} onClick={() => setText('')} sx={{ justifySelf: 'start' }}>
        {say('desk_notes.write')}
      </Button>
    )
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TextField
        autoFocus={text === ''}
        multiline
        minRows={2}
        maxRows={6}
        label={say('desk_notes.text')}
        value={text}
        onChange={({ target }) => setText(target.value)}
        slotProps={{ htmlInput: { maxLength: 2000 } }}
      />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant="contained" disabled={busy || text.trim() === ''} onClick={() => void write()}>
          {say('desk_notes.keep')}
        </Button>
        <Button disabled={busy} onClick={() => setText(null)}>
          {say('desk_notes.cancel')}
        </Button>
      </Box>
    </Box>
  )
}
