import { useEffect } from 'react'
import { fieldTypes } from '../../../fields/data'
import type { CompiledForm } from '../../../model/forms/form'
import { versionCall } from '../../../model/forms/form-calls'
import { knownForm, rememberForm } from '../../../model/forms/known-forms'
import { answerErrors, settledValues } from '../../../model/forms/settle-answers'
import type { JsonObject } from '../../../model/json'
import { useCall } from '../../console/use-call'

/** A publication of a form; `number` null: the present one. @param form null: none is asked for */
export function useVersion(
  form: number | null,
  number: number | null,
): { readonly compiled: CompiledForm | null; readonly failure: unknown; readonly retry: () => void } {
  const known = knownForm(form, number)?.compiled
  const { answer, failure, retry } = useCall(
    versionCall,
    form === null || known ? null : { id: form, ...(number !== null && { number }) },
    { quiet: true },
  )
  const compiled = form === null ? null : (known ?? (answer?.form as CompiledForm | undefined) ?? null)
  // The checks of the form that it is drawn in know it from now on.
  useEffect(() => {
    if (compiled) rememberForm({ compiled, errorsOf: (values) => errorsOf(compiled, values) })
  }, [compiled])
  return { compiled, failure, retry }
}

/** What the server would say of values: the same code judges them. */
function errorsOf(compiled: CompiledForm, values: JsonObject): ReturnType<typeof answerErrors> {
  const now_ms = Date.now()
  return answerErrors(compiled, fieldTypes, values, settledValues(compiled, fieldTypes, values, now_ms), now_ms)
}
