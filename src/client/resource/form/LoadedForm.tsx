import { useTranslate, type Identifier } from 'react-admin'
import type { ReactNode } from 'react'
import type { JsonObject } from '../../../model/json'
import { useScope } from '../scope'
import { FormButtons } from './FormButtons'
import { FormLoader } from './FormLoader'
import type { useFormItem } from './form-item'
import { RecordForm, type RecordFormProps } from './RecordForm'

interface LoadedFormProps extends Pick<RecordFormProps, 'formId' | 'id' | 'renderBody' | 'onSaved' | 'onAsk'> {
  readonly query: ReturnType<typeof useFormItem>
  readonly prefill?: JsonObject
  /** Around the buttons: a dialog's foot, a page's lower edge. */
  readonly renderFooter: (buttons: ReactNode) => ReactNode
  readonly onClose: () => void
}

/** The form of a loaded record with its buttons, for a dialog or a page. */
export const LoadedForm = ({ query, prefill, renderFooter, onClose, ...form }: LoadedFormProps) => (
  <FormLoader query={query} prefill={prefill}>
    {(item) => <RecordForm {...form} item={item} footer={renderFooter(<FormButtons formId={form.formId} onClose={onClose} />)} />}
  </FormLoader>
)

/** The heading of a form: a new record, or the record's name. */
export function useFormHeading(id: Identifier | null, { data }: ReturnType<typeof useFormItem>): string {
  const translate = useTranslate()
  const { nameOf } = useScope()
  return id === null ? translate('form.new_title') : translate('form.edit_title', { name: data ? nameOf(data) : '' })
}
