import { element, linkBeside, publicGet } from '#engine/client'
import type { PublicTexts } from '../model/public-text-calls'

/**
 * Links to the legal texts and the help for one public, at the foot of another feature's public page; null: there are
 * none, or the server was not reached.
 */
export async function publicTexts(target: string): Promise<HTMLElement | null> {
  const { title, items } = await publicGet<PublicTexts>('public_texts', { target }).catch(() => ({
    title: '',
    items: [],
  }))
  if (items.length === 0) return null
  const nav = element('nav', { of: 'texts-links', inside: items.map(({ name, url }) => linkBeside(name, url)) })
  nav.setAttribute('aria-label', title)
  return nav
}
