import { element, speak } from '#engine/client'
import './texts-page.css'

/** Puts a page in place: the brand above, its title, its parts. */
export function showPage(
  root: HTMLElement,
  {
    brand,
    title,
    language,
    inside,
  }: { readonly brand: string; readonly title: string; readonly language: string; readonly inside: readonly Node[] },
): void {
  speak(language)
  document.title = brand === '' ? title : `${title} · ${brand}`
  const head = element('header', { inside: [element('strong', { text: brand })] })
  root.replaceChildren(
    element('div', {
      of: 'page column texts',
      inside: [
        ...(brand === '' ? [] : [head]),
        element('main', { inside: [element('h1', { text: title }), ...inside] }),
      ],
    }),
  )
}
