import type { CompiledForm } from '../../../model/forms/form'
import { offeredCall } from '../../../model/forms/form-calls'
import { LazyChoiceSearch } from '../../../ui/inputs/LazyChoiceSearch'
import type { InputProps } from '../../../ui/field-view'
import { useProvider } from '../../console/provider'

/** A name out of the list that the field names, found by typing. */
export function OfferedInput({
  compiled,
  name,
  field: _field,
  form: _form,
  value,
  onChange,
  ...rest
}: InputProps & { readonly compiled: CompiledForm; readonly name: string }) {
  const provider = useProvider()
  const find = async (query: string) => {
    // What is only tried has no publication to ask.
    if (compiled.number === 0) return []
    const { items } = await provider.call(offeredCall, { id: compiled.form, number: compiled.number, key: name, query })
    return items.map((one) => ({ id: one.id, label: one.name }))
  }
  return (
    <LazyChoiceSearch
      {...rest}
      chosen={typeof value === 'string' ? { id: value, label: value } : null}
      find={find}
      onChoose={(choice) => onChange(choice === null ? null : String(choice.id))}
    />
  )
}
