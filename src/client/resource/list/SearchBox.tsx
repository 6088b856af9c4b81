import ClearIcon from '@mui/icons-material/Close'
import SearchIcon from '@mui/icons-material/Search'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useListContext, useLocation, useTranslate } from 'react-admin'
import { useRef } from 'react'
import { useKeys } from '../../../ui/keys'
import { textOf } from '../../../ui/inputs/TextBox'
import { useDraft } from '../../../ui/inputs/useDraft'
import { useScope } from '../scope'

// Spec 1 §9: filter text waits 300 ms.
export const FILTER_PAUSE_MS = 300

/** Searches the fields that the schema marks for it; `/` moves the focus here. */
export function SearchBox() {
  const { filterValues, setFilters } = useListContext()
  const { title } = useScope()
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const { pathname } = useLocation()
  // The user may have opened a row before the typing rested, while this page is still drawn: the address shows it.
  const commit = (q: string) => {
    if (window.location.pathname === pathname) setFilters({ ...filterValues, q })
  }
  const [text, setText] = useDraft(textOf(filterValues['q']), commit, FILTER_PAUSE_MS, 'drop')
  useKeys([
    {
      keys: '/',
      label: translate('list.search'),
      run: () => {
        input.current?.focus()
        input.current?.select()
      },
    },
  ])
  return (
    <OutlinedInput
      inputRef={input}
      size="small"
      type="search"
      name="q"
      value={text}
      placeholder={translate('list.search')}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        if (text) setText('')
        else input.current?.blur()
      }}
      sx={{
        flex: { xs: '1 1 120px', sm: '0 1 260px' },
        height: 34,
        bgcolor: 'background.paper',
        fontSize: 13,
        '&:not(.Mui-focused):not(:hover) fieldset': { borderColor: 'divider' },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
      startAdornment={
        <InputAdornment position="start">
          <SearchIcon fontSize="small" aria-hidden />
        </InputAdornment>
      }
      endAdornment={
        text && (
          <InputAdornment position="end">
            <IconButton
              size="small"
              edge="end"
              aria-label={translate('list.clear_search')}
              onClick={() => {
                setText('')
                input.current?.focus()
              }}
            >
              <ClearIcon sx={{ fontSize: 16 }} />
            </IconButton>
          </InputAdornment>
        )
      }
      slotProps={{ input: { 'aria-label': translate('list.search_in', { name: title }), 'aria-keyshortcuts': '/' } }}
    />
  )
}
