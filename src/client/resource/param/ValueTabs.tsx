import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { LinkBase, useNavigate } from 'react-admin'
import { viewOf } from '../../../fields/view'
import type { Json } from '../../../model/json'
import { pageRoute } from '../../../model/record-route'
import type { Resource } from '../../../model/resource'
import { useScope } from '../scope'
import type { RouteValue } from './route-values'

// More do not fit side by side, and are found by typing.
const MAX_TABS = 8

/** Above a list: the values of the route's field, each with an address of its own. */
export function ValueTabs({ resource, field: name, values, value }: {
  resource: Resource; field: string; values: readonly RouteValue[]; value: Json
}) {
  const { entity, label } = useScope()
  const navigate = useNavigate()
  const field = entity.fields[name]
  if (!field) return null
  if (values.length > MAX_TABS) {
    const { Filter } = viewOf(field.type)
    return (
      <Box sx={{ maxWidth: 380 }}>
        <Filter field={field} source={name} label={label(name)} value={value} onChange={(next) => { if (next !== null) navigate(pageRoute(resource, next)) }} />
      </Box>
    )
  }
  return (
    <Tabs
      value={values.findIndex((one) => one.value === value)}
      variant="scrollable"
      scrollButtons="auto"
      aria-label={label(name)}
      sx={{ borderBottom: 1, borderColor: 'divider', flex: 'none', minHeight: 40 }}
    >
      {values.map((one) => (
        <Tab key={one.value} label={one.label} component={LinkBase} to={pageRoute(resource, one.value)} sx={{ minWidth: 0, minHeight: 40, px: 1.5 }} />
      ))}
    </Tabs>
  )
}
