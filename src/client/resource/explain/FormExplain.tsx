import Box from '@mui/material/Box'
import { useWatch } from 'react-hook-form'
import type { Field } from '../../../model/field'
import type { Json } from '../../../model/json'
import { isSame } from '../../../model/values/same'
import { useScope } from '../scope'
import { ExplainButton, explainOf } from './ExplainButton'

/** Above an amount of a form, while it is as it was saved: what is typed nobody can explain yet. */
export function FormExplain({
  field,
  label,
  before,
}: {
  readonly field: Field
  readonly label: string
  readonly before: { readonly [name: string]: Json | undefined }
}) {
  const { resource } = useScope()
  const value = useWatch<{ readonly [name: string]: Json | undefined }>({ name: field.name })
  const asked = isSame(value ?? null, before[field.name] ?? null) ? explainOf(field, before) : null
  return (
    asked && (
      <Box sx={{ position: 'absolute', insetInlineEnd: 0, top: -2, zIndex: 1 }}>
        <ExplainButton {...asked} resource={resource.name} label={label} />
      </Box>
    )
  )
}
