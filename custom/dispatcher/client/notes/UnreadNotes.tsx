import ExpandMore from '@mui/icons-material/ExpandMore'
import StickyNote from '@mui/icons-material/StickyNote2Outlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import { useId, useState } from 'react'
import { useLiveCall, useProvider } from '#engine/client'
import { useFailure, useSay } from '#engine/ui'
import { readNoteCall, unreadNotesCall, type ShiftNote } from '../../model/shift-notes-calls'
import { ageOf, ageWords } from '../live/age-words'

/**
 * What the shift before left for this one; each note stays until it is marked as read. They take one line, whatever
 * their number, since a trip lies below: all of them open at a press.
 */
export default function UnreadNotes({ now_ms }: { readonly now_ms: number }) {
  const say = useSay()
  const provider = useProvider()
  const fail = useFailure()
  const id = useId()
  const { answer, put, again } = useLiveCall(unreadNotesCall, {})
  const [busy, setBusy] = useState<number | null>(null)
  const [isOpen, setOpen] = useState(false)
  const read = async (note: number): Promise<void> => {
    setBusy(note)
    try {
      put(await provider.call(readNoteCall, { id: note }))
    } catch (cause) {
      fail(cause)
      again()
    }
    setBusy(null)
  }
  const items = answer?.items ?? []
  const [first, ...rest] = items
  if (!first) return null
  const by = ({ by: name, date_created }: ShiftNote): string =>
    say('desk_notes.by', { by: name, age: ageWords(ageOf(date_created, now_ms), say) })
  const mark = (note: ShiftNote) => (
    <Button size="small" disabled={busy === note.id} onClick={() => void read(note.id)} sx={{ flexShrink: 0 }}>
      {say('desk_notes.read')}
    </Button>
  )
  return (
    <Box component="section" aria-label={say('desk_notes.unread')} sx={NOTES}>
      <Box sx={LINE}>
        <ButtonBase
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !isOpen) return
            event.stopPropagation()
            setOpen(false)
          }}
          sx={PRESS}
        >
          <StickyNote fontSize="small" color="info" />
          <Box component="span" dir={isOpen ? undefined : 'auto'} sx={CUT}>
            {isOpen ? (
              <b>{say('desk_notes.unread')}</b>
            ) : (
              <>
                <b>{first.text}</b>
                {` · ${by(first)}`}
              </>
            )}
          </Box>
          {!isOpen && rest.length > 0 && (
            <Box component="span" sx={{ flexShrink: 0, fontWeight: 600, color: 'info.main' }}>
              {say('desk_notes.more', { smart_count: rest.length })}
            </Box>
          )}
          <ExpandMore fontSize="small" sx={{ flexShrink: 0, transform: isOpen ? 'rotate(180deg)' : 'none' }} />
        </ButtonBase>
        {!isOpen && rest.length === 0 && isShort(first.text) && mark(first)}
      </Box>
      <Box id={id} hidden={!isOpen} sx={ALL}>
        {isOpen &&
          items.map((note) => (
            <Box key={note.id} component="article" sx={NOTE}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{by(note)}</Box>
                <Box dir="auto" sx={{ fontSize: 14, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                  {note.text}
                </Box>
              </Box>
              {mark(note)}
            </Box>
          ))}
      </Box>
    </Box>
  )
}

/** It is read whole on the line: what is cut is not marked as read unseen. */
const isShort = (text: string): boolean => text.length <= 30 && !text.includes('\n')

const NOTES = {
  width: 420,
  maxWidth: 1,
  bgcolor: 'background.paper',
  borderRadius: 1,
  boxShadow: 4,
  overflow: 'hidden',
} as const
const LINE = { display: 'flex', alignItems: 'center', minHeight: 40, paddingInlineEnd: 0.5 } as const
const PRESS = {
  flex: 1,
  minWidth: 0,
  minHeight: 40,
  px: 1,
  gap: 1,
  justifyContent: 'flex-start',
  fontSize: 13,
  '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
} as const
const CUT = {
  flex: 1,
  minWidth: 0,
  textAlign: 'start',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '& b': { fontWeight: 600 },
} as const
// Of a phone's map there is little.
const ALL = { maxHeight: { xs: 140, sm: 280 }, overflowY: 'auto' } as const
const NOTE = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 1,
  p: 1,
  borderTop: 1,
  borderColor: 'divider',
} as const
