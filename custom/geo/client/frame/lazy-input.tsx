import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense, type ComponentType } from 'react'
import type { InputProps } from '#engine/ui'

/**
 * An input whose code is loaded with the first form that has it.
 * @param height_px its height until then, so that nothing jumps
 */
export function lazyInput(
  load: () => Promise<{ readonly default: ComponentType<InputProps> }>,
  height_px: number,
): ComponentType<InputProps> {
  const Input = lazy(load)
  return (props) => (
    <Suspense fallback={<Skeleton variant="rounded" height={height_px} />}>
      <Input {...props} />
    </Suspense>
  )
}
