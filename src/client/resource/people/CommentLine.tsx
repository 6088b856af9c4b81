import MoreIcon from '@mui/icons-material/MoreHoriz'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { CommentItem } from '../../../model/people-calls'
import { Badge } from '../../../ui/show/Badge'
import { dateTimeText } from '../../../ui/show/date-text'
import { useDisplayStyle, useSay } from '../../../ui/show/style'
import { PersonMark } from './PersonMark'
import { FileLinks } from '../../message/FileLinks'
import { CommentText } from './CommentText'

interface CommentLineProps {
  readonly comment: CommentItem
  /** The one that the address leads to. */
  readonly isMeant: boolean
  /** Whether some are read beyond the house, so that it matters which. */
  readonly tellsWho: boolean
  /** Its form, while it is being changed. */
  readonly editor: ReactNode | null
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** One comment: who said what, when, to whom. */
export function CommentLine({ comment, isMeant, tellsWho, editor, onEdit, onRemove }: CommentLineProps) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isMeant) return
    line.current?.scrollIntoView({ block: 'center' })
    line.current?.focus({ preventScroll: true })
  }, [isMeant])
  const { user_name, of, body, mentions, files, date_created, date_edited, internal, own, may_remove } = comment
  const close = (then: () => void) => () => {
    setAnchor(null)
    then()
  }
  return (
    <Box
      component="li"
      ref={line}
      id={`comment-${comment.id}`}
      tabIndex={isMeant ? -1 : undefined}
      sx={{
        display: 'flex',
        gap: 1.5,
        py: 1.25,
        px: 1,
        mx: -1,
        borderRadius: 1,
        ...(isMeant && { bgcolor: 'action.selected' }),
      }}
    >
      <PersonMark name={user_name} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap', minHeight: 28 }}>
          <b>{user_name}</b>
          {of !== null && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {of}
            </Box>
          )}
          <Box component="time" dateTime={date_created} sx={{ color: 'text.secondary' }}>
            {dateTimeText(date_created, zone)}
          </Box>
          {date_edited !== null && (
            <Box
              component="span"
              title={dateTimeText(date_edited, zone)}
              sx={{ color: 'text.secondary', fontStyle: 'italic' }}
            >
              {say('people.edited')}
            </Box>
          )}
          {tellsWho && internal === 1 && <Badge color="#b45309">{say('people.internal')}</Badge>}
          {(own || may_remove) && !editor && (
            <IconButton
              size="small"
              aria-label={say('people.more', { name: user_name })}
              aria-haspopup="menu"
              onClick={(event) => setAnchor(event.currentTarget)}
              sx={{ marginInlineStart: 'auto' }}
            >
              <MoreIcon fontSize="small" />
            </IconButton>
          )}
        </Box>
        {editor ?? (
          <>
            {body !== '' && (
              <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} dir="auto">
                <CommentText body={body} mentions={mentions} />
              </Box>
            )}
            <FileLinks files={files} />
          </>
        )}
      </Box>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {own && <MenuItem onClick={close(onEdit)}>{say('people.edit')}</MenuItem>}
        {may_remove && <MenuItem onClick={close(onRemove)}>{say('people.remove')}</MenuItem>}
      </Menu>
    </Box>
  )
}
