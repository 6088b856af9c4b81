import AddIcon from '@mui/icons-material/Add'
import Autocomplete, { type AutocompleteValue } from '@mui/material/Autocomplete'
import CircularProgress from '@mui/material/CircularProgress'
import OutlinedInput from '@mui/material/OutlinedInput'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useRef, useState, type FocusEvent } from 'react'
import { fold } from '../../model/values/fold'
import type { InputProps } from '../field-view'
import { FieldFrame, noteId } from './FieldFrame'
import type { Choice } from '../lookup'
import { useSay } from '../show/style'
import { useTypedTexts } from './typed-texts'
import { useMatches, type FindChoices } from './use-matches'
import { useSteady, useTypedChoice } from './use-typed-choice'
import { toldApart } from './told-apart'

export type ChoiceBoxProps = Omit<InputProps, 'field' | 'value' | 'onChange' | 'form'> & {
  readonly find: FindChoices
  /**
   * How long typing must rest before the search, where the default is too short; earlier matches are not offered
   * meanwhile.
   */
  readonly pause_ms?: number
  /** Shows the first choices as soon as it has the focus. */
  readonly openOnFocus?: boolean
  /** Why nothing can be chosen yet; shown instead of the choices. */
  readonly blocked?: string
  /** A message about the last change of the choice. */
  readonly word?: string
  /**
   * For typing during a call: the first match is marked, so that Enter takes it; text without a choice gets this
   * message when the box is left.
   */
  readonly unchosen?: string
  /** Called with whether text without a choice is kept; it goes with the box. */
  readonly onUnchosen?: (isUnchosen: boolean) => void
  /** Makes a new record of what was typed; present where that is allowed. */
  readonly onCreate?: (text: string) => void
  /** What is made is no more than its name: it is offered once there is one. */
  readonly createsName?: boolean
}

/** The last entry of the list: not a record, but the offer to create one. */
const OFFER: Choice = { id: '\0new', label: '' }

/** Choices found by typing, one or several. Loaded on demand: `LazyChoiceSearch`. */
export function ChoiceBox<Multiple extends boolean>(
  props: ChoiceBoxProps & {
    readonly multiple: Multiple
    readonly value: AutocompleteValue<Choice, Multiple, false, false>
    readonly onValue: (value: AutocompleteValue<Choice, Multiple, false, false>) => void
    /** Takes the choice that a typed text names. */
    readonly onTake: (choice: Choice) => void
  },
) {
  const { source, label, onBlur, required, disabled, help, autoFocus, multiple, blocked, unchosen, onCreate } = props
  const say = useSay()
  const id = useId()
  const [open, setOpen] = useState(false)
  const typed = useTypedChoice({
    source,
    find: props.find,
    blocked,
    unchosen,
    known: (asked) => (!found.busy && open && asked === text.trim() ? found.choices : null),
    onTake: (choice) => {
      if (!multiple) setOpen(false)
      props.onTake(choice)
    },
    onMake: props.createsName ? onCreate : undefined,
  })
  const text = typed.text ?? ''
  const found = useMatches(props.find, open && !blocked, text, props.pause_ms)
  const { busy, failure } = found
  // A quick Enter would take a match of an earlier text.
  const choices = busy && props.pause_ms !== undefined ? [] : toldApart(found.choices)
  const room = useTypedTexts()
  // The same choice is another object at each drawing of the form.
  const value = useSteady(props.value)
  const isKept = unchosen !== undefined && props.value === null && typed.text?.trim()
  const latest = useRef(props.onUnchosen)
  useEffect(() => {
    latest.current = props.onUnchosen
  })
  useEffect(() => {
    latest.current?.(Boolean(isKept))
    return () => latest.current?.(false)
  }, [isKept])
  const [isInside, setInside] = useState(false)
  const chosen = one(value)?.id ?? null
  const [seen, setSeen] = useState(chosen)
  // Chosen elsewhere: that is shown. What is being typed goes on: the only one there is may come in the middle of it.
  if (seen !== chosen) {
    setSeen(chosen)
    if (typed.text !== null && !isInside) typed.type(null)
  }
  const isUntouched = typed.text === null
  useEffect(() => {
    const box = document.getElementById(id)
    // The next letter is in its place, not behind it.
    if (chosen !== null && isUntouched && box instanceof HTMLInputElement && box === document.activeElement)
      box.select()
  }, [id, chosen, isUntouched])
  const error = typed.wrong ?? failure ?? (typed.text === null ? props.error : undefined)
  const isThere = choices.some((choice) => fold(choice.label) === fold(text.trim()))
  const options = blocked
    ? []
    : onCreate && !busy && !isThere && !(props.createsName && text.trim() === '')
      ? [...choices, OFFER]
      : choices
  const grouped = text === '' && choices.some((choice) => choice.recent)
  const offerText = text ? say('field.create', { text: text.trim() }) : say('field.create_new')
  return (
    <FieldFrame
      inputId={id}
      label={label}
      required={required}
      disabled={disabled}
      error={error}
      help={blocked ?? help}
      word={props.word}
    >
      <Autocomplete<Choice, Multiple>
        id={id}
        size="small"
        fullWidth
        multiple={multiple}
        filterSelectedOptions={multiple}
        autoHighlight={unchosen !== undefined}
        clearOnBlur={false}
        inputValue={typed.text ?? one(value)?.label ?? ''}
        disableCloseOnSelect={multiple}
        disabled={disabled}
        open={open}
        openOnFocus={props.openOnFocus}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        value={value}
        onChange={(_event, value, reason, details) => {
          if (reason !== 'removeOption') typed.type(null)
          if (details?.option !== OFFER) return props.onValue(value)
          setOpen(false)
          onCreate?.(text.trim())
        }}
        onInputChange={(_event, next, reason) => {
          if (reason !== 'input') return
          typed.type(next === '' ? null : next)
        }}
        options={options}
        filterOptions={(all) => all}
        getOptionLabel={(choice) => choice.label}
        getOptionKey={(choice) => choice.id}
        isOptionEqualToValue={(one, other) => String(one.id) === String(other.id)}
        groupBy={
          choices.some((choice) => choice.group !== undefined)
            ? (choice) => choice.group ?? ''
            : grouped
              ? (choice) => (choice === OFFER ? '' : say(choice.recent ? 'field.recent' : 'field.others'))
              : undefined
        }
        loading={busy}
        loadingText={say('field.searching')}
        noOptionsText={blocked ?? say(text ? 'field.no_results' : 'field.type_to_search')}
        openText={say('field.open')}
        closeText={say('field.close')}
        clearText={say('field.clear')}
        slotProps={{ chip: { size: 'small', sx: { maxWidth: '100%' } } }}
        renderOption={({ key, ...item }, choice) => (
          <li key={key} {...item} style={choice === OFFER ? { gap: 8, fontWeight: 500 } : undefined}>
            {choice === OFFER && <AddIcon fontSize="small" aria-hidden />}
            {choice === OFFER ? offerText : choice.detail ? <WithDetail {...choice} /> : choice.label}
          </li>
        )}
        renderInput={(params) => (
          <OutlinedInput
            {...params.slotProps.input}
            name={source}
            size="small"
            fullWidth
            autoFocus={autoFocus}
            onFocus={() => setInside(true)}
            onBlur={(event?: FocusEvent) => {
              setInside(false)
              // Another window came before this one, or the box was disabled while it is saved: it is not left.
              if (event && document.activeElement !== event.currentTarget) void typed.settle()
              onBlur?.()
            }}
            onKeyDown={(event) => {
              // Over an open list Escape closes that; the next one gives up what was typed, and the choice is shown
              // again.
              if (event.key === 'Escape' && !open) typed.type(null)
              if (event.key !== 'Enter' || !typed.text?.trim()) return
              // A second one is for the form, which waits for the answer.
              if (typed.isSettling && room) return
              // A form would be sent without what was typed and not yet chosen. What is marked in the list is taken
              // first.
              event.preventDefault()
              queueMicrotask(() => void typed.settle())
            }}
            error={Boolean(error)}
            disabled={params.disabled}
            endAdornment={
              <>
                {(busy || typed.isSettling) && <CircularProgress size={16} color="inherit" />}
                {params.slotProps.input.endAdornment}
              </>
            }
            slotProps={{
              input: {
                ...params.slotProps.htmlInput,
                'aria-required': required || undefined,
                'aria-describedby': error || help || blocked || props.word ? noteId(id) : undefined,
              },
            }}
          />
        )}
      />
    </FieldFrame>
  )
}

/** The choice of a box that takes one. */
const one = (value: Choice | readonly Choice[] | null): Choice | null =>
  Array.isArray(value) ? null : (value as Choice | null)

const WithDetail = ({ label, detail }: Choice) => (
  <span>
    {label}
    <Typography component="span" variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
      {detail}
    </Typography>
  </span>
)
