import ExplainIcon from '@mui/icons-material/HelpOutlineOutlined'
import IconButton from '@mui/material/IconButton'
import { lazy, Suspense, useState } from 'react'
import type { Field } from '../../../model/field'
import type { Json } from '../../../model/json'
import { useSay } from '../../../ui/show/style'

const ExplainPopover = lazy(() => import('./ExplainPopover'))

interface ExplainButtonProps {
  readonly path: string
  readonly resource: string
  readonly id: number
  readonly field: string
  readonly label: string
}

/** Beside an amount: opens what it is made of. No paper has it. */
export function ExplainButton({ label, ...asked }: ExplainButtonProps) {
  const say = useSay()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        size="small"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={say('explain.open', { label })}
        title={say('explain.open', { label })}
        onClick={(event) => {
          event.stopPropagation()
          setAnchor(event.currentTarget)
        }}
        sx={{
          p: 0.5,
          my: -0.5,
          marginInlineStart: 0.25,
          color: 'text.secondary',
          verticalAlign: 'middle',
          displayPrint: 'none',
        }}
      >
        <ExplainIcon sx={{ fontSize: 16 }} />
      </IconButton>
      {anchor && (
        <Suspense fallback={null}>
          <ExplainPopover anchor={anchor} label={label} {...asked} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}

/** What a field says of a record's value, where there is one to explain; null: nothing. */
export function explainOf(
  { name, schema }: Pick<Field, 'name' | 'schema'>,
  record: { readonly [name: string]: Json | undefined },
): { readonly path: string; readonly id: number; readonly field: string } | null {
  const path = schema['x-explain']
  const value: Json = record[name] ?? null
  const id = record['id'] ?? null
  return typeof path === 'string' && value !== null && typeof id === 'number' ? { path, id, field: name } : null
}
