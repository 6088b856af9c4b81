// What other features use of this one's model.

export type { WidgetPlace } from './booking-item'
export { clientLoginCall, type LoggedClient } from './client-auth-calls'
export type { WidgetPage } from './widget-calls'
