import Box from '@mui/material/Box'
import { useTranslate, type Identifier } from 'react-admin'
import { lazy, Suspense, type ReactNode } from 'react'
import type { JsonObject } from '../../../model/json'
import { newTitle } from '../../console/labels'
import { useScope } from '../scope'
import { FormButtons } from './FormButtons'
import { FormLoader } from './FormLoader'
import type { useFormItem } from './form-item'
import { useOpenRecord } from './open-record'
import { RecordForm, type RecordFormProps } from './RecordForm'

interface LoadedFormProps
  extends Pick<
    RecordFormProps,
    'formId' | 'id' | 'renderBody' | 'onSaved' | 'onAside' | 'closes' | 'onAsk' | 'savedBeside'
  > {
  readonly query: ReturnType<typeof useFormItem>
  /** The record that a new one begins like. */
  readonly copy?: Identifier
  readonly prefill?: JsonObject
  /** Around the buttons: a dialog's foot, a page's lower edge. */
  readonly renderFooter: (buttons: ReactNode) => ReactNode
  readonly onClose: () => void
  /** Another new record may be begun once this one is saved. */
  readonly repeats?: boolean
}

/** The form of a loaded record with its buttons, for a dialog or a page. */
export const LoadedForm = ({
  query,
  copy,
  prefill,
  renderFooter,
  onClose,
  repeats = false,
  ...form
}: LoadedFormProps) => (
  <FormLoader query={query} prefill={prefill} begins={form.id === null}>
    {(item) => (
      <RecordForm
        {...form}
        item={item}
        beginning={beginningOf(copy, prefill)}
        footer={renderFooter(
          <>
            <OthersHere />
            <FormButtons formId={form.formId} onClose={onClose} repeats={repeats && form.id === null} />
          </>,
        )}
      />
    )}
  </FormLoader>
)

/** Names what a new record begins from. */
const beginningOf = (copy: Identifier | undefined, prefill: JsonObject | undefined): string | undefined =>
  copy === undefined && prefill === undefined ? undefined : JSON.stringify([copy ?? null, prefill ?? null])

const FormPresence = lazy(() => import('../presence/FormPresence'))

/** Who else has the record open, on a line of its own where there is no room beside the buttons. */
function OthersHere() {
  const record = useOpenRecord()
  return (
    record && (
      <Box sx={{ marginInlineEnd: 'auto', minWidth: 0, flex: { xs: '1 1 100%', sm: '0 1 auto' } }}>
        <Suspense>
          <FormPresence record={record} />
        </Suspense>
      </Box>
    )
  )
}

/** The buttons below a form that is a page. @param stays in view while the page is scrolled */
export const PageFooter = ({ children, stays = false }: { children: ReactNode; stays?: boolean }) => (
  <Box sx={stays ? STAYING_FOOTER : FOOTER}>{children}</Box>
)

const FOOTER = {
  display: 'flex',
  justifyContent: 'flex-end',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 1,
  px: 3,
  py: 1.5,
  borderTop: 1,
  borderColor: 'divider',
} as const
const STAYING_FOOTER = {
  ...FOOTER,
  position: 'sticky',
  bottom: 0,
  // Above what stays in place in the rows of a grid.
  zIndex: 2,
  bgcolor: 'background.paper',
  borderRadius: '0 0 6px 6px',
} as const

/** The heading of a form: a new record, or the record's name. */
export function useFormHeading(id: Identifier | null, { data }: ReturnType<typeof useFormItem>): string {
  const translate = useTranslate()
  const { resource, entity, headingOf } = useScope()
  if (id === null) return newTitle(translate, resource, entity)
  return translate('form.edit_title', { name: data ? headingOf(data) : '' })
}
