import { living } from '#app/tables'
import { type CallContext, callLimit, serveCall } from '#engine/server'
import { CLIENT_WORDS } from '../model/page-words'
import { clientPageCall } from '../model/ride-calls'

// A carrier puts many phones behind one address.
const MAX_LOOKS = 600
const countCall = callLimit('widgets.too_many')

/** `GET client/page`. */
export const page = serveCall(clientPageCall, async (context) => {
  const { db, network, now, settings, actor, say } = context
  countCall(db, `client page ${network}`, now(), MAX_LOOKS)
  const text = (key: string): string => (typeof settings[key] === 'string' ? String(settings[key]) : '')
  return {
    brand: text('brand'),
    logo: text('pic_logo') || null,
    language: actor.language,
    timezone: text('timezone') || 'UTC',
    interval: Number(settings['interval']),
    id_widget: await ownWidget(context),
    tiles: { url: text('map_tiles_url'), attribution: text('map_tiles_attribution'), link: text('map_tiles_link') },
    words: Object.fromEntries(CLIENT_WORDS.map((word) => [word, say(`clients.page.${word}`)])),
  }
})

/** The widget that the house chose for its own clients, else the first that is on. */
export async function ownWidget({ db, settings }: CallContext): Promise<number | null> {
  const chosen = Number(settings['client_page_widget'] ?? 0)
  const rows = await living(db, 'widgets').where('state', '=', '1').select('id').orderBy('id').execute()
  return (rows.find(({ id }) => id === chosen) ?? rows[0])?.id ?? null
}
