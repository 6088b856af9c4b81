import type { FormRow } from '../../../model/resource'
import { useFormParts } from './form-parts'
import { FormRows } from './FormRows'
import { FormSteps } from './FormSteps'
import { FormTabs } from './FormTabs'

/** The fields of a form: in rows, in tabs or in steps. */
export function FormBody({ rows, autoFocus }: { rows: readonly FormRow[]; autoFocus?: string }) {
  const parts = useFormParts()
  if (!parts) return <FormRows rows={rows} autoFocus={autoFocus} />
  const Parts = parts.layout === 'tabs' ? FormTabs : FormSteps
  return <Parts parts={parts} autoFocus={autoFocus} />
}
