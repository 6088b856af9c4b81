import Autocomplete from '@mui/material/Autocomplete'
import CircularProgress from '@mui/material/CircularProgress'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useEffect, useId, useState } from 'react'
import type { InputProps } from './field-view'
import { FieldFrame, noteId } from './FieldFrame'
import type { Choice } from './lookup'
import { useSay } from './style'

export type ChoiceSearchProps = Omit<InputProps, 'field' | 'value' | 'onChange' | 'form'> & {
  readonly chosen: Choice | null
  readonly onChoose: (choice: Choice | null) => void
  /** Matches of a text; rejects with a sentence for a person. */
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly Choice[]>
  /** Shows the first choices as soon as it has the focus. */
  readonly openOnFocus?: boolean
}

// Spec 1 §9: filter text waits 300 ms.
const PAUSE_MS = 300

/** One of many, found by typing. Loaded when it is first needed: `LazyChoiceSearch`. */
export default function ChoiceSearch(props: ChoiceSearchProps) {
  const { source, label, chosen, onChoose, onBlur, required, disabled, help, autoFocus } = props
  const say = useSay()
  const id = useId()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const { choices, busy, failure } = useMatches(props.find, open, text)
  const error = failure ?? props.error
  return (
    <FieldFrame inputId={id} label={label} required={required} disabled={disabled} error={error} help={help}>
      <Autocomplete<Choice>
        id={id}
        size="small"
        fullWidth
        disabled={disabled}
        open={open}
        openOnFocus={props.openOnFocus}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        value={chosen}
        onChange={(_event, choice) => onChoose(choice)}
        onInputChange={(_event, typed, reason) => setText(reason === 'input' ? typed : '')}
        options={choices}
        filterOptions={(all) => all}
        getOptionLabel={(choice) => choice.label}
        getOptionKey={(choice) => choice.id}
        isOptionEqualToValue={(one, other) => String(one.id) === String(other.id)}
        loading={busy}
        loadingText={say('field.searching')}
        noOptionsText={say(text ? 'field.no_results' : 'field.type_to_search')}
        openText={say('field.open')}
        closeText={say('field.close')}
        clearText={say('field.clear')}
        renderInput={(params) => (
          <OutlinedInput
            {...params.slotProps.input}
            name={source}
            size="small"
            fullWidth
            autoFocus={autoFocus}
            onBlur={onBlur}
            error={Boolean(error)}
            disabled={params.disabled}
            endAdornment={
              <>
                {busy && <CircularProgress size={16} color="inherit" />}
                {params.slotProps.input.endAdornment}
              </>
            }
            slotProps={{
              input: {
                ...params.slotProps.htmlInput,
                'aria-required': required || undefined,
                'aria-describedby': error || help ? noteId(id) : undefined,
              },
            }}
          />
        )}
      />
    </FieldFrame>
  )
}

function useMatches(find: ChoiceSearchProps['find'], open: boolean, text: string) {
  const asked = open ? text : null
  const [found, setFound] = useState<{ asked: string | null; choices: Choice[]; failure?: string }>({ asked: null, choices: [] })
  useEffect(() => {
    if (asked === null) return undefined
    const abort = new AbortController()
    const timer = setTimeout(
      () => {
        find(asked, abort.signal).then(
          (choices) => {
            if (!abort.signal.aborted) setFound({ asked, choices: [...choices] })
          },
          (reason: unknown) => {
            if (!abort.signal.aborted) setFound({ asked, choices: [], failure: reason instanceof Error ? reason.message : String(reason) })
          },
        )
      },
      asked ? PAUSE_MS : 0,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [find, asked])
  return { ...found, busy: asked !== null && found.asked !== asked }
}
