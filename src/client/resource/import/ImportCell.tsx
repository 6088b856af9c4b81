import InputBase from '@mui/material/InputBase'
import Tooltip from '@mui/material/Tooltip'
import { useId, useRef, useState } from 'react'
import { useChoiceTexts } from './use-choice-texts'

interface ImportCellProps {
  /** For a screen reader: column and row. */
  readonly label: string
  readonly name: string
  readonly text: string
  /** What it changes in an existing record. */
  readonly change: string | undefined
  /** Its error or warning. */
  readonly error: string | undefined
  readonly wrong: boolean
  readonly locked: boolean
  /** False: it was refused, and the input stays open. */
  readonly onSave: (text: string) => Promise<boolean>
}

/** The text of a cell; a press or Enter opens it, Enter or leaving saves it, Escape leaves it as it was. */
export function ImportCell({ label, name, text, change, error, wrong, locked, onSave }: ImportCellProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [returns, setReturns] = useState(false)
  const saving = useRef(false)
  const list = useId()
  const texts = useChoiceTexts(name)
  const save = async (byKey: boolean) => {
    // The input loses its focus after the key that has already saved it.
    if (draft === null || saving.current) return
    saving.current = true
    setReturns(byKey)
    if (draft.trim() === text || (await onSave(draft))) setDraft(null)
    saving.current = false
  }
  if (draft !== null) {
    return (
      <>
        <InputBase
          autoFocus
          fullWidth
          value={draft}
          inputProps={{ 'aria-label': label, 'aria-invalid': wrong, list: texts.length > 0 ? list : undefined }}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={() => void save(false)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void save(true)
            if (event.key !== 'Escape') return
            // Otherwise the dialog would close.
            event.stopPropagation()
            setReturns(true)
            setDraft(null)
          }}
          sx={{ fontSize: 13, minWidth: 120 }}
        />
        {texts.length > 0 && (
          <datalist id={list}>
            {texts.map((one) => (
              <option key={one} value={one} aria-label={one} />
            ))}
          </datalist>
        )}
      </>
    )
  }
  const shown = (
    <>
      <span className="text">{text || (wrong ? '—' : '\u00a0')}</span>
      {change && <span className="note">{change}</span>}
      {error && wrong && <span className="error">{error}</span>}
    </>
  )
  return (
    <Tooltip title={error ?? ''}>
      {locked ? (
        <span className="cell">{shown}</span>
      ) : (
        <button
          type="button"
          className="cell"
          autoFocus={returns}
          aria-label={[`${label}: ${text}`, change, error].filter(Boolean).join('. ')}
          onClick={() => setDraft(text)}
        >
          {shown}
        </button>
      )}
    </Tooltip>
  )
}
