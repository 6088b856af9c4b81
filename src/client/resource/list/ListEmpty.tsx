import Button from '@mui/material/Button'
import { useListContext, useTranslate } from 'react-admin'
import { Notice } from '../../../ui/Notice'
import { useScope } from '../scope'
import { useScreen } from '../screen'

/** No rows: what that means here, and the one next step. */
export function ListEmpty() {
  const translate = useTranslate()
  const { mayEdit } = useScope()
  const screen = useScreen()
  const { filterValues, setFilters } = useListContext()
  const filtered = Object.keys(filterValues as object).length > 0
  return (
    <Notice
      icon={filtered ? 'filter' : 'empty'}
      title={translate('list.empty')}
      text={translate(filtered ? 'list.empty_filtered' : 'list.empty_new')}
      action={filtered
        ? <Button variant="outlined" onClick={() => setFilters({})}>{translate('list.clear_filters')}</Button>
        : mayEdit && <Button variant="contained" onClick={screen.create}>{translate('list.empty_create')}</Button>}
    />
  )
}
