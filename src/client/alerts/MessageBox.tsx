import AddIcon from '@mui/icons-material/DataObject'
import PreviewIcon from '@mui/icons-material/VisibilityOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { lazy, Suspense, useRef, useState } from 'react'
import { viewOf } from '../../fields/view'
import type { InputProps } from '../../ui/field-view'
import { textOf } from '../../ui/inputs/TextBox'
import { useSay } from '../../ui/show/style'

const InsertDialog = lazy(() => import('./InsertDialog'))
const PreviewDialog = lazy(() => import('./PreviewDialog'))

/**
 * A text with values of a record, a tree of what can be inserted, and what it would say of a real one. `language`: of a
 * text for who reads that language, which the preview begins with.
 */
export default function MessageBox({ language = null, ...props }: InputProps & { readonly language?: string | null }) {
  const { field, source, form, label, value, disabled, onChange } = props
  const say = useSay()
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<'insert' | 'preview' | null>(null)
  const { Input } = viewOf(field.type)
  const id_module = typeof form['id_module'] === 'number' ? form['id_module'] : null
  const isLast = field.name === 'body'
  const text = textOf(value)
  const input = (): HTMLInputElement | HTMLTextAreaElement | null =>
    box.current?.querySelector(`[name="${source}"]`) ?? null
  /** Where the typing stood as the dialog was opened; at the end where it never did. */
  const [at, setAt] = useState<readonly [number, number]>([0, 0])
  const openInsert = () => {
    const { selectionStart = null, selectionEnd = null } = input() ?? {}
    setAt([selectionStart ?? text.length, selectionEnd ?? text.length])
    setOpen('insert')
  }
  const insert = (piece: string) => {
    onChange(text.slice(0, at[0]) + piece + text.slice(at[1]))
    setOpen(null)
    const caret = at[0] + piece.length
    // The dialog gives the focus back to its button as it goes.
    setTimeout(() => {
      input()?.focus()
      input()?.setSelectionRange(caret, caret)
    }, FADED_MS)
  }
  return (
    <Box ref={box}>
      <Input {...props} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
        <Button
          size="small"
          startIcon={<AddIcon />}
          disabled={disabled || id_module === null}
          onClick={openInsert}
          aria-label={say('alerts.insert_in', { name: label })}
        >
          {say('alerts.insert')}
        </Button>
        {isLast && (
          <Button
            size="small"
            startIcon={<PreviewIcon />}
            disabled={id_module === null || text.trim() === ''}
            onClick={() => setOpen('preview')}
          >
            {say('alerts.preview')}
          </Button>
        )}
      </Box>
      <Suspense>
        {open === 'insert' && id_module !== null && (
          <InsertDialog
            id_module={id_module}
            before={text.slice(0, at[0])}
            onInsert={insert}
            onClose={() => setOpen(null)}
          />
        )}
        {open === 'preview' && id_module !== null && (
          <PreviewDialog id_module={id_module} form={form} language={language} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </Box>
  )
}

const FADED_MS = 250
