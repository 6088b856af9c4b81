import Add from '@mui/icons-material/Add'
import Search from '@mui/icons-material/Search'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { FieldFrame, noteId, useSay } from '#engine/ui'
import type { TypedCaller } from '../desk/enquiry'
import { withoutKey } from '../typed-ahead'
import { useClientScope } from './ClientScope'
import type { FormClient } from './draft'
import { useClientSearch, type ClientChoice, type Finding } from './use-client-search'

interface ClientSearchProps {
  readonly error?: string
  readonly autoFocus: boolean
  readonly disabled: boolean
  /** Is notified of what is typed, for a call that goes on without its form. */
  readonly onType: (caller: TypedCaller | null) => void
  /** Enter was pressed before the client was found. */
  readonly onHurried: () => void
  readonly onChoose: (client: FormClient) => void
  /** Enter was pressed before the client was found; until they are, further keys do not count as typing. */
  readonly onFinding: (finding: Finding) => void
  readonly onDigit: (digit: number) => void
  /** Makes a new client of what was typed; absent where that is not allowed. */
  readonly onAdd?: (typed: string) => void
  /** Left without a choice and with nothing typed. */
  readonly onGiveUp?: () => void
}

/** The last entry of the list: adds a new client. */
const OFFER = { id: '\0new', label: '', client: null } as const
type Entry = ClientChoice | typeof OFFER

/** Finds who is calling: the last digits of their number and Enter. */
export function ClientSearch({
  error,
  autoFocus,
  disabled,
  onType,
  onHurried,
  onChoose,
  onFinding,
  onDigit,
  onAdd,
  onGiveUp,
}: ClientSearchProps) {
  const say = useSay()
  const id = useId()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const highlighted = useRef<Entry | null>(null)
  const [{ id_branch, company }] = useClientScope()
  const input = useRef<HTMLInputElement>(null)
  const tell = (typed: string, isChosen: boolean): void =>
    onType(
      typed.trim() === ''
        ? null
        : { text: typed, isChosen, id_branch, ...(company === undefined ? {} : { id_company: Number(company.id) }) },
    )
  const { choices, busy, failure, isEager, hurry, calm } = useClientSearch(open, text, {
    onChoose,
    onFinding(finding) {
      onFinding(finding)
      if (finding !== 'lost' || !input.current) return
      tell(text, false)
      // Nobody, or several to choose from: unless somebody is elsewhere by now.
      const at = document.activeElement
      if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) return
      input.current.focus()
      setOpen(true)
    },
  })
  const isFree = ({ client }: Entry): boolean => client === null || client.state === '1'
  const entries: readonly Entry[] =
    onAdd && text.trim() !== '' && !busy && failure === undefined ? [...choices, OFFER] : choices
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && busy && text.trim()) {
      event.preventDefault()
      hurry()
      tell(text, true)
      // What is typed from now on is about the ride.
      onHurried()
      return
    }
    // The list highlights its first entry only after it is drawn, and fast hands are faster.
    if (event.key === 'Enter' && !busy && open && highlighted.current === null) {
      const first = choices.find(isFree)
      if (first) onChoose(first.client)
    }
    if (!isEager || !/^[1-9]$/.test(event.key)) return
    event.preventDefault()
    onDigit(Number(event.key))
  }
  const help = say('services.form.client.help')
  return (
    <FieldFrame
      inputId={id}
      label={say('services.form.client.title')}
      required
      disabled={disabled}
      error={failure ?? error}
      help={help}
    >
      <Autocomplete<Entry>
        id={id}
        size="small"
        fullWidth
        // Where everybody found is blocked, a quick Enter must not add somebody new.
        autoHighlight={choices.length === 0 || choices.some(isFree)}
        clearOnBlur={false}
        disabled={disabled}
        open={open}
        onOpen={() => setOpen(true)}
        onHighlightChange={(_event, entry) => {
          highlighted.current = entry
        }}
        onClose={() => setOpen(false)}
        value={null}
        inputValue={text}
        onInputChange={(_event, typed, reason) => {
          if (reason !== 'input' && reason !== 'clear') return
          const next = withoutKey(typed)
          setText(next)
          calm()
          tell(next, false)
        }}
        onChange={(_event, entry) => {
          if (!entry) return
          if (entry.client) return onChoose(entry.client)
          setOpen(false)
          onAdd?.(text.trim())
        }}
        options={entries}
        filterOptions={(all) => [...all]}
        getOptionLabel={({ label }) => label}
        getOptionKey={({ id: key }) => key}
        getOptionDisabled={(entry) => !isFree(entry)}
        groupBy={choices.length === 0 ? () => say('field.no_results') : undefined}
        renderGroup={({ key, group, children }) => (
          <div key={key} role="group" aria-label={group}>
            <Box aria-hidden sx={{ px: 2, py: 0.75, color: 'text.secondary' }}>
              {group}
            </Box>
            {children}
          </div>
        )}
        loading={busy}
        loadingText={say('field.searching')}
        forcePopupIcon={false}
        clearText={say('field.clear')}
        noOptionsText={say(text.trim() === '' ? 'field.type_to_search' : 'field.no_results')}
        renderOption={({ key, ...item }, entry) =>
          entry.client === null ? (
            <li key={key} {...item} style={{ gap: 8, fontWeight: 500 }}>
              <Add fontSize="small" aria-hidden />
              {say('services.form.client.add', { text: text.trim() })}
            </li>
          ) : (
            // Why somebody is blocked is read to them: not as faint as what cannot be chosen is elsewhere.
            <li key={key} {...item} style={{ opacity: 1 }}>
              <span>
                {entry.label}
                <Box
                  component="span"
                  sx={{
                    display: 'block',
                    fontSize: 12.5,
                    color: isFree(entry) ? 'text.secondary' : 'error.main',
                    fontVariantNumeric: 'tabular-nums',
                  }}
                >
                  {isFree(entry)
                    ? entry.detail
                    : say('services.form.client.blocked', {
                        detail: [entry.client.reason, entry.detail].filter(Boolean).join(' · '),
                      })}
                </Box>
              </span>
            </li>
          )
        }
        renderInput={({ slotProps, disabled: isOff }) => (
          <OutlinedInput
            {...slotProps.input}
            name="id_client"
            size="small"
            fullWidth
            autoFocus={autoFocus}
            disabled={isOff}
            onBlur={() => {
              if (!text.trim()) onGiveUp?.()
            }}
            error={Boolean(failure ?? error)}
            placeholder={say('services.form.client.placeholder')}
            startAdornment={
              <InputAdornment position="start" sx={{ marginInlineStart: 0.5 }}>
                <Search aria-hidden fontSize="small" />
              </InputAdornment>
            }
            endAdornment={busy && text ? <CircularProgress size={16} color="inherit" /> : slotProps.input.endAdornment}
            onKeyDown={press}
            inputRef={input}
            slotProps={{
              input: { ...slotProps.htmlInput, maxLength: 100, 'aria-required': true, 'aria-describedby': noteId(id) },
            }}
          />
        )}
      />
    </FieldFrame>
  )
}
