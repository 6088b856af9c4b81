import { lazy, Suspense } from 'react'
import type { IconPickerProps } from './IconPicker'
import { TextBox } from './TextBox'

const IconPicker = lazy(() => import('./IconPicker'))

/** The choice of an icon, with a box of the same size until its code is loaded. */
export const LazyIconPicker = (props: IconPickerProps) => (
  <Suspense fallback={<TextBox {...props} autoFocus={false} text={props.value ?? ''} onText={() => undefined} readOnly />}>
    <IconPicker {...props} />
  </Suspense>
)
