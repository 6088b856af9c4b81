import Skeleton from '@mui/material/Skeleton'
import { Suspense, type ReactNode } from 'react'
import type { JsonObject } from '../../../model/json'
import { useConsole } from '../../console/console'
import { useScope } from '../scope'

/**
 * A bespoke panel, by the name that metadata gives; its code is loaded when it is opened; `waiting` is shown until
 * then.
 */
export function PanelTab({
  name,
  record,
  waiting = <Skeleton variant="rounded" height={320} />,
}: {
  name: string
  record: JsonObject
  waiting?: ReactNode
}) {
  const { features } = useConsole()
  const { resource } = useScope()
  const Panel = features.find((feature) => feature.panels?.[name])?.panels?.[name]
  if (!Panel)
    throw new Error(`No feature of this console has the panel "${name}" that resources/${resource.name}.json names.`)
  return (
    <Suspense fallback={waiting}>
      <Panel resource={resource.name} record={record} />
    </Suspense>
  )
}
