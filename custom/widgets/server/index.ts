import type { ServerFeature } from '#engine/server'
import { widgetHooks } from './widget-hooks'

/** The booking widget: a page that other sites show in a frame, on which visitors book as clients. */
export const widgets: ServerFeature = {
  name: 'widgets',
  needs: {
    widgets: ['name', 'address_restriction', 'id_payment_methods', 'widget_products', 'locations', 'sites', 'gtm_code', 'appearance', 'state'],
    widget_products: ['id_widget', 'id_product'],
    widget_locations: ['id_widget', 'id_location'],
  },
  hooks: [widgetHooks],
  dialogs: ['widget-generator'],
}
