import { isObject, type Json, type JsonObject } from '#engine/model'
import { wholeAppearance } from './embed-code'
import type { WidgetAppearance } from './widget-calls'

/** The appearance of a record, whose parts have the names of columns. */
export function widgetAppearance(value: Json | undefined): WidgetAppearance {
  const { box_shadow, border_radius, ...rest } = isObject(value) ? value : {}
  return wholeAppearance({ ...rest, boxShadow: box_shadow, borderRadius: border_radius } as Parameters<
    typeof wholeAppearance
  >[0])
}

/** The same as a record keeps it. */
export const keptAppearance = ({ boxShadow, borderRadius, ...rest }: WidgetAppearance): JsonObject => ({
  ...rest,
  border: { ...rest.border },
  box_shadow: { ...boxShadow },
  border_radius: borderRadius,
})
