import { element, pageButton } from '#engine/client'
import type { PageContext } from './page-context'

/** What browsers with an installer of their own hand over, once, when they think that the page may be installed. */
interface InstallEvent extends Event {
  prompt(): Promise<void>
}

let offered: InstallEvent | null = null
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  offered = event as InstallEvent
})

/** A button where the browser offers it, else where its menu has it; nothing where the page is installed. */
export function offerInstall({ say }: PageContext): HTMLElement {
  if (window.matchMedia('(display-mode: standalone)').matches) return element('span')
  const ready = offered
  if (ready === null) return element('p', { of: 'soft', text: say('install_how') })
  return pageButton(say('install'), () => void ready.prompt())
}
