import { element, publicGet } from '#engine/client'
import { openBooking } from '../../../widgets/client/public'
import type { WidgetPage } from '../../../widgets/model'
import type { WholeRide } from '../../model/ride-wire'
import type { PageContext, PageView } from './page-context'
import { heading } from './view-parts'

const saying = (title: string, text: string): PageView => ({
  title,
  node: element('section', { inside: [heading(title), element('p', { text })] }),
})

/** The wizard of the house's own widget. @param again the ride that is repeated */
export async function bookView(context: PageContext, again: number | null): Promise<PageView> {
  const {
    page: { id_widget },
    client,
    say,
    know,
  } = context
  if (id_widget === null) return saying(say('book'), say('no_booking'))
  const [page, before] = await Promise.all([
    publicGet<WidgetPage>(`../client/widgets/${id_widget}`),
    again === null || client === null ? null : context.get<WholeRide>(`rides/${again}`).catch(() => null),
  ])
  const booking = openBooking({
    page,
    client,
    onClient: know,
    followAt: ({ id_service }) => `#/ride/${id_service}`,
    ...(before && { trip: { org: placeOf(before.org), dst: placeOf(before.dst), capacity_1: before.passengers } }),
  })
  return {
    title: say('book'),
    node: element('section', { of: 'widget booking', inside: [booking.node] }),
    close: booking.close,
  }
}

const placeOf = ({ address, lat, lng }: WholeRide['org']) =>
  lat === null || lng === null ? null : { address, lat, lng, name: null }

/** The account alone: the page comes back to its address afterwards. */
export async function logInView({ page: { id_widget }, say, logIn }: PageContext): Promise<PageView> {
  if (id_widget === null) return saying(say('log_in'), say('no_booking'))
  const page = await publicGet<WidgetPage>(`../client/widgets/${id_widget}`)
  const booking = openBooking({
    page,
    client: null,
    onlyLogIn: true,
    onClient: (client) => void (client && logIn(client)),
  })
  const node = element('section', {
    of: 'widget booking',
    inside: [element('p', { text: say('log_in_why') }), booking.node],
  })
  return { title: say('log_in'), node, close: booking.close }
}
