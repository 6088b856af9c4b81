import Box from '@mui/material/Box'
import OutlinedInput from '@mui/material/OutlinedInput'
import Paper from '@mui/material/Paper'
import Popper from '@mui/material/Popper'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import type { PersonItem } from '../../../model/people-calls'
import { LiveText } from '../../../ui/show/LiveText'
import { useSay } from '../../../ui/show/style'
import { useMatches } from '../../../ui/inputs/use-matches'
import type { Choice } from '../../../ui/lookup'

interface MentionBoxProps {
  readonly label: string
  readonly value: string
  readonly error?: string
  readonly help: string
  readonly disabled: boolean
  readonly autoFocus?: boolean
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly Choice[]>
  readonly onText: (text: string) => void
  readonly onMention: (person: PersonItem) => void
  readonly onSend: () => void
  readonly onEscape?: () => void
}

/** What stands after an `@` where somebody types, up to two words; null: nobody is being mentioned. */
function mentionAt(text: string, caret: number): { readonly from: number; readonly text: string } | null {
  const found = /(?:^|[\s(])@([^\s@]*(?: [^\s@]*)?)$/u.exec(text.slice(0, caret))
  const typed = found?.[1]
  return typed === undefined || typed.length > 40 ? null : { from: caret - typed.length - 1, text: typed }
}

/**
 * A text in lines in which `@` offers people; the arrows choose one, Enter takes it, Escape leaves the text as it is.
 */
export function MentionBox({
  label,
  value,
  error,
  help,
  disabled,
  autoFocus,
  find,
  onText,
  onMention,
  onSend,
  onEscape,
}: MentionBoxProps) {
  const say = useSay()
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [caret, setCaret] = useState(0)
  const [left, setLeft] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const typed = mentionAt(value, caret)
  const isOpen = typed !== null && typed.from !== left
  const { choices, busy } = useMatches(find, isOpen, typed?.text ?? '', 200)
  const shown = isOpen ? choices : []
  const at = Math.min(active, Math.max(0, shown.length - 1))
  const optionId = (place: number): string => `${id}-option-${place}`
  const take = ({ id: person, label: name }: Choice): void => {
    if (!typed) return
    const next = `${value.slice(0, typed.from)}@${name} ${value.slice(caret)}`
    const place = typed.from + name.length + 2
    onText(next)
    onMention({ id: Number(person), name })
    setActive(0)
    // The box has the new text only once it is drawn.
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(place, place)
      setCaret(place)
    })
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return onSend()
    }
    const chosen = shown[at]
    if (chosen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      setActive((at + (event.key === 'ArrowDown' ? 1 : shown.length - 1)) % shown.length)
    } else if (chosen && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault()
      take(chosen)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      setLeft(typed.from)
    } else if (event.key === 'Escape' && onEscape) {
      event.stopPropagation()
      onEscape()
    }
  }
  const told =
    !isOpen || busy
      ? ''
      : shown.length === 0
        ? say('people.mention_none')
        : say('people.mention_found', { smart_count: shown.length })
  return (
    <Box sx={{ position: 'relative' }}>
      <OutlinedInput
        ref={setAnchor}
        inputRef={box}
        multiline
        minRows={2}
        maxRows={12}
        fullWidth
        size="small"
        value={value}
        disabled={disabled}
        error={error !== undefined}
        autoFocus={autoFocus}
        placeholder={label}
        onChange={(event) => {
          onText(event.target.value)
          setCaret(event.target.selectionStart ?? event.target.value.length)
          setActive(0)
        }}
        onSelect={(event) => setCaret((event.target as HTMLTextAreaElement).selectionStart)}
        onBlur={() => setCaret(-1)}
        onKeyDown={onKey}
        slotProps={{
          input: {
            'aria-label': label,
            'aria-describedby': `${id}-help`,
            'aria-autocomplete': 'list',
            'aria-controls': shown.length > 0 ? `${id}-list` : undefined,
            'aria-activedescendant': shown.length > 0 ? optionId(at) : undefined,
            dir: 'auto',
          },
        }}
      />
      <Box
        id={`${id}-help`}
        role={error === undefined ? undefined : 'alert'}
        sx={{ fontSize: 12, mt: 0.5, color: error === undefined ? 'text.secondary' : 'error.main' }}
      >
        {error ?? help}
      </Box>
      <Popper
        open={shown.length > 0}
        anchorEl={anchor}
        placement="top-start"
        sx={{ zIndex: 'modal', width: anchor?.clientWidth, maxWidth: 360 }}
      >
        <Paper
          elevation={4}
          id={`${id}-list`}
          role="listbox"
          aria-label={say('people.mention_list')}
          sx={{ py: 0.5, maxHeight: 240, overflow: 'auto' }}
        >
          {shown.map((choice, place) => (
            <Box
              key={choice.id}
              id={optionId(place)}
              role="option"
              aria-selected={place === at}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(choice)}
              sx={{
                px: 2,
                py: 0.75,
                minHeight: 36,
                cursor: 'pointer',
                bgcolor: place === at ? 'action.selected' : undefined,
                '&:hover': { bgcolor: 'action.hover' },
              }}
            >
              {choice.label}
            </Box>
          ))}
        </Paper>
      </Popper>
      <LiveText text={told} />
    </Box>
  )
}
