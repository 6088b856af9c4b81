import { lazy } from 'react'
import type { FieldView } from '../../ui/field-view'

export const jsonView: FieldView = {
  align: 'left',
  wide: true,
  Cell: ({ value }) => <code>{JSON.stringify(value)}</code>,
  Input: lazy(() => import('./JsonInput')),
  // Cannot be filtered: the metadata check refuses it.
  Filter: () => null,
}
