import { element, pageButton } from '#engine/client'
import type { Static } from 'typebox'
import type { clientMeCall, clientPromotionsCall } from '../../model/ride-calls'
import { offerInstall } from './install'
import type { PageContext, PageView } from './page-context'
import { facts, heading } from './view-parts'
import { walletList } from './wallet-list'

type Me = Static<typeof clientMeCall.response>
type Promotions = Static<typeof clientPromotionsCall.response>

/** Who is logged in, what they may use, and the way out. */
export async function accountView(context: PageContext): Promise<PageView> {
  const { say, get, logOut } = context
  const [me, { items }] = await Promise.all([get<Me>('me'), get<Promotions>('promotions')])
  const name = [me.name, me.surname].filter(Boolean).join(' ')
  const promotions = element('ul', {
    of: 'list',
    inside: items.map(({ code, name: of, amount_text, valid_to }) =>
      element('li', {
        inside: [
          element('strong', { text: `${code} · ${amount_text}` }),
          element('span', { text: of }),
          ...(valid_to === null
            ? []
            : [element('span', { of: 'soft', text: say('valid_to', dayOf(context, valid_to)) })]),
        ],
      }),
    ),
  })
  const node = element('section', {
    inside: [
      heading(name),
      facts([
        [say('email'), me.email],
        [say('phone'), me.phone],
        [say('company'), me.company],
        [say('wallet'), me.wallet_text],
      ]),
      ...(me.wallet_text === null ? [] : [walletList(context)]),
      ...(me.may_book ? [] : [element('p', { text: say('may_not_book') })]),
      element('h2', { text: say('promotions') }),
      items.length === 0 ? element('p', { of: 'soft', text: say('no_promotions') }) : promotions,
      offerInstall(context),
      pageButton(say('log_out'), logOut),
    ],
  })
  void offerTexts(node)
  return { title: say('account'), node }
}

/** A day of the calendar is the same everywhere. */
const dayOf = ({ page }: PageContext, day: string): string =>
  new Intl.DateTimeFormat(page.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))

/** The house's texts for its clients, below all else. */
async function offerTexts(node: HTMLElement): Promise<void> {
  const { publicTexts } = await import('../../../texts/client/public')
  const links = await publicTexts('client')
  if (links) node.append(links)
}
