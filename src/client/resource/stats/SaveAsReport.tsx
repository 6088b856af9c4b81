import SaveIcon from '@mui/icons-material/SaveOutlined'
import Button from '@mui/material/Button'
import { useListContext, useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { JsonObject } from '../../../model/json'
import { MAX_OWN_BLOCKS, OWN_REPORTS } from '../../../model/own-report'
import { writtenBlock } from '../../../model/written-stat'
import { todayIn, DAY_MS } from '../../../model/values/zone-time'
import { useDisplayStyle } from '../../../ui/show/style'
import { useConsole } from '../../console/console'
import { useStatTitle } from '../../console/labels'
import { mayUseModule } from '../../session/may-open'
import { useScope } from '../scope'

const LAST_DAYS = 30
const MAX_LAST = 366

/** Begins a report with the numbers above a list, under the filters that it has now. */
export function SaveAsReport() {
  const { resource, entity, title } = useScope()
  const { actor } = useConsole()
  const { filterValues, filter } = useListContext()
  const translate = useTranslate()
  const navigate = useNavigate()
  const titleOf = useStatTitle(resource)
  const { zone } = useDisplayStyle()
  const stats = resource.stats.filter(({ as }) => as !== 'map').slice(0, MAX_OWN_BLOCKS)
  if (stats.length === 0 || !mayUseModule(actor, OWN_REPORTS, 'see')) return null
  const save = (): void => {
    const { date_from, date_to, ...rest } = { ...(filterValues as JsonObject), ...(filter as JsonObject | undefined) }
    // The days are the report's, and what is no field is asked of lists alone.
    const filters = Object.fromEntries(
      Object.entries(rest).filter(([name]) => name === 'q' || Object.hasOwn(entity.fields, name)),
    )
    const blocks = stats.map((stat) => writtenBlock(stat, resource.name, titleOf(stat), filters))
    void navigate(`/${OWN_REPORTS}/new`, {
      state: { name: title, definition: { ...daysOf(date_from, date_to, todayIn(zone)), blocks } },
    })
  }
  return (
    <Button size="small" color="inherit" startIcon={<SaveIcon />} onClick={save} sx={{ color: 'text.secondary' }}>
      {translate('own_reports.save_as')}
    </Button>
  )
}

/** As many days up to today as the list shows; one that shows all of them has none. */
function daysOf(from: JsonObject[string] | undefined, to: JsonObject[string] | undefined, today: string): JsonObject {
  if (typeof from !== 'string') return { days: 'none' }
  const last = Math.round((Date.parse(typeof to === 'string' ? to : today) - Date.parse(from)) / DAY_MS) + 1
  return last === LAST_DAYS || !(last >= 1 && last <= MAX_LAST) ? {} : { days: { last } }
}
