import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import type { JsonObject } from '../../model/json'
import { pageRoute } from '../../model/record-route'
import type { Resource } from '../../model/resource'

/** The address of a list with the rows that were counted. */
export const listPath = (resource: Resource, filters: JsonObject): string =>
  `${pageRoute(resource)}?${new URLSearchParams({ filters: JSON.stringify(filters) })}`

/** Shows the rows that were counted in their list. */
export function useDrill(resource: Resource): (filters: JsonObject | null | undefined) => void {
  const navigate = useNavigate()
  return useCallback(
    (filters) => {
      if (filters) void navigate(listPath(resource, filters))
    },
    [navigate, resource],
  )
}
