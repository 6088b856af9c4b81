import Clear from '@mui/icons-material/Clear'
import Search from '@mui/icons-material/Search'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useEffect, useRef, useState } from 'react'
import { useKeys, useSay } from '#engine/ui'

// Spec §9.
const DEBOUNCE_MS = 300

/** Looks for vehicles as it is typed; `/` puts the cursor here. */
export function FleetSearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const say = useSay()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(q)
  const [last, setLast] = useState(q)
  if (q !== last) {
    setLast(q)
    if (typed.trim() !== q) setTyped(q)
  }
  useEffect(() => {
    if (typed.trim() === q) return undefined
    const timer = setTimeout(() => onSearch(typed.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, q, onSearch])
  useKeys([{ keys: '/', label: say('dispatcher.search'), run: () => input.current?.select() }])
  return (
    <OutlinedInput
      inputRef={input}
      type="search"
      size="small"
      fullWidth
      value={typed}
      placeholder={say('dispatcher.search_hint')}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        if (typed) setTyped('')
        else input.current?.blur()
      }}
      startAdornment={
        <InputAdornment position="start">
          <Search aria-hidden fontSize="small" />
        </InputAdornment>
      }
      endAdornment={
        typed && (
          <InputAdornment position="end">
            <IconButton edge="end" aria-label={say('dispatcher.clear')} onClick={() => setTyped('')}>
              <Clear fontSize="small" />
            </IconButton>
          </InputAdornment>
        )
      }
      slotProps={{ input: { 'aria-label': say('dispatcher.search'), maxLength: 100, sx: PLAIN } }}
    />
  )
}

// The browser's own cross would be next to ours.
const PLAIN = { '&::-webkit-search-cancel-button': { display: 'none' } } as const
