import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import InputBase from '@mui/material/InputBase'
import Search from '@mui/icons-material/Search'
import { useId, useMemo, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { useShell } from '../app/shell-context'
import { Icon } from '../../ui/show/Icon'
import { KeyLayer } from '../../ui/keys'
import { useSay } from '../../ui/show/style'
import { destinations, searchDestinations, type Destination } from './navigation'

/** Up to ten pages by title; arrows and Enter, or a click. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const say = useSay()
  const navigate = useNavigate()
  const { menu } = useShell()
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const matches = useMemo(() => searchDestinations(destinations(menu), text), [menu, text])
  const go = (match: Destination | undefined): void => {
    if (!match) return
    onClose()
    if (match.external) window.open(match.url, '_blank', 'noreferrer')
    else navigate(match.url)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && matches.length) setAt((at + step + matches.length) % matches.length)
    else if (event.key === 'Enter') go(matches[at])
    else return
    event.preventDefault()
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-label={say('shell.search')} sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}>
      <KeyLayer>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2, height: 48, borderBottom: 1, borderColor: 'divider' }}>
          <Search aria-hidden sx={{ color: 'text.secondary' }} />
          <InputBase
            autoFocus
            fullWidth
            value={text}
            placeholder={say('shell.search')}
            onChange={(event) => { setText(event.target.value); setAt(0) }}
            onKeyDown={onKeyDown}
            inputProps={{
              role: 'combobox',
              'aria-label': say('shell.search'),
              'aria-expanded': true,
              'aria-controls': id,
              'aria-activedescendant': matches[at] ? `${id}-${at}` : undefined,
              autoComplete: 'off',
            }}
          />
        </Box>
        <Box component="ul" id={id} role="listbox" aria-label={say('shell.search')} sx={{ listStyle: 'none', m: 0, p: 1, maxHeight: '60vh', overflow: 'auto' }}>
          {matches.map((match, index) => (
            <Match key={match.id} id={`${id}-${index}`} match={match} active={index === at} onGo={() => go(match)} onPoint={() => setAt(index)} />
          ))}
        </Box>
        {matches.length === 0 && <Box component="output" sx={{ px: 2, pb: 2, color: 'text.secondary' }}>{say('shell.no_results')}</Box>}
      </KeyLayer>
    </Dialog>
  )
}

function Match({ id, match, active, onGo, onPoint }: { id: string; match: Destination; active: boolean; onGo: () => void; onPoint: () => void }) {
  return (
    <Box
      component="li"
      id={id}
      role="option"
      aria-selected={active}
      onClick={onGo}
      onMouseMove={active ? undefined : onPoint}
      sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 1, height: 36, borderRadius: 1, cursor: 'pointer', bgcolor: active ? 'action.selected' : undefined }}
    >
      <Icon name={match.icon} />
      <Box component="span" sx={{ flex: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{match.title}</Box>
      {match.group && <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.75rem', whiteSpace: 'nowrap' }}>{match.group}</Box>}
    </Box>
  )
}
