import Skeleton from '@mui/material/Skeleton'
import { Suspense, type ComponentType } from 'react'
import { useConsole } from '../../console/console'
import type { MapChartProps } from './map-chart'

/** About as high as the feature's map with what stands around it. */
const HEIGHT_PX = 460

/** A map of numbers, drawn by the feature that has maps. */
export function MapChart(props: MapChartProps) {
  const { features } = useConsole()
  const Drawn = features.find(({ charts }) => charts?.map)?.charts?.map as ComponentType<MapChartProps> | undefined
  return (
    Drawn && (
      <Suspense fallback={<Skeleton variant="rounded" height={HEIGHT_PX} />}>
        <Drawn {...props} />
      </Suspense>
    )
  )
}
