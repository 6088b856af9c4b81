import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import InputBase from '@mui/material/InputBase'
import Search from '@mui/icons-material/Search'
import { useEffect, useEffectEvent, useId, useMemo, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { useShell } from '../console/shell-context'
import { KeyLayer } from '../../ui/keys'
import { useSay } from '../../ui/show/style'
import { FoundGroup, FoundOption } from './FoundOption'
import { destinations, searchDestinations } from '../console/navigation'
import { type FoundPage, useFound } from './use-found'

/** Up to ten pages by title, and the records that have the text, by catalogue; arrows and Enter, or a click. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const say = useSay()
  const navigate = useNavigate()
  const { menu } = useShell()
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  // Enter before the records are there opens the first of them when they come.
  const [hurried, setHurried] = useState(false)
  const pages = useMemo(() => searchDestinations(destinations(menu), text), [menu, text])
  const { groups, busy, isGoingOn, failure } = useFound(text)
  const records = busy ? [] : groups.flatMap(({ places }) => places)
  const places: readonly (FoundPage & { readonly external?: boolean })[] = [
    ...pages.map((page) => ({ ...page, detail: page.group })),
    ...records,
  ]
  const go = (place: (typeof places)[number] | undefined): void => {
    if (!place) return
    onClose()
    if (place.external) window.open(place.url, '_blank', 'noreferrer')
    else void navigate(place.url)
  }
  const arrived = useEffectEvent(() => {
    if (hurried) go(places[0])
  })
  useEffect(() => {
    if (!busy) arrived()
  }, [busy])
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && places.length) setAt((at + step + places.length) % places.length)
    else if (event.key === 'Enter') {
      if (busy && places.length === 0) setHurried(true)
      else go(places[at])
    } else return
    event.preventDefault()
  }
  const option = (place: (typeof places)[number]) => {
    const index = places.indexOf(place)
    return (
      <FoundOption
        key={place.id}
        id={`${id}-${index}`}
        icon={place.icon}
        title={place.title}
        aside={place.detail}
        active={index === at}
        onGo={() => go(place)}
        onPoint={() => setAt(index)}
      />
    )
  }
  const status = failure
    ? say('shell.find_failed')
    : isGoingOn
      ? say('shell.finding')
      : places.length === 0
        ? say('shell.no_results')
        : null
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      aria-label={say('shell.search')}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <KeyLayer>
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1.5,
            px: 2,
            height: 48,
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          <Search aria-hidden sx={{ color: 'text.secondary' }} />
          <InputBase
            autoFocus
            fullWidth
            value={text}
            placeholder={say('shell.find')}
            onChange={(event) => {
              setText(event.target.value)
              setAt(0)
              setHurried(false)
            }}
            onKeyDown={onKeyDown}
            inputProps={{
              role: 'combobox',
              'aria-label': say('shell.search'),
              'aria-expanded': true,
              'aria-controls': id,
              'aria-activedescendant': places[at] ? `${id}-${at}` : undefined,
              autoComplete: 'off',
            }}
          />
        </Box>
        <Box
          component="ul"
          id={id}
          role="listbox"
          aria-label={say('shell.search')}
          aria-busy={isGoingOn}
          sx={{ listStyle: 'none', m: 0, p: 1, maxHeight: '60vh', overflow: 'auto' }}
        >
          {places.slice(0, pages.length).map(option)}
          {groups.map((group) => (
            <FoundGroup key={group.key} id={`${id}-of-${group.key}`} title={group.title} stale={busy}>
              {busy
                ? group.places.map((place) => <StaleOption key={place.id} place={place} />)
                : group.places.map(option)}
            </FoundGroup>
          ))}
        </Box>
        {status !== null && (
          <Box component="output" sx={{ px: 2, pb: 2, color: 'text.secondary' }}>
            {status}
          </Box>
        )}
      </KeyLayer>
    </Dialog>
  )
}

/** What an earlier text found stays where it was until the next comes, and is not chosen. */
const StaleOption = ({ place }: { place: FoundPage }) => (
  <FoundOption
    id={`stale-${place.id}`}
    icon={place.icon}
    title={place.title}
    aside={place.detail}
    active={false}
    onGo={doNothing}
    onPoint={doNothing}
  />
)
const doNothing = (): void => {}
