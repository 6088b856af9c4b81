import type { Page } from '@playwright/test'
import { expect } from './console'

/**
 * What a program left standing: a key in place of its sentence, a place that was not filled, a value of the program's
 * own.
 */
const LEFT_STANDING = [
  /^[a-z][a-z_]*(?:\.[a-z0-9_]+){2,}(?<!\.(?:com|net|org|pe|test))$/,
  /%\{\w+\}/,
  /\bundefined\b/,
  /\bNaN\b/,
  /\[object /,
  /Invalid Date/,
  /^[[{]"/,
  /^null$/,
]
/** A sentence that was to go on; a name or a title may end so ("SOAT hasta"), what ends with a stop is a sentence. */
const IN_THE_AIR = /\s(?:a|al|con|de|del|desde|el|en|hasta|la|las|los|para|por|su|y)\s*[.:,]$|\s[.,;]$/i

/** That a page says nothing which only a program reads. @param where it is, for the message */
export async function expectPlain(page: Page, where: string): Promise<void> {
  const texts = await page.evaluate(() => {
    const part = document.querySelector('[role=dialog]') ?? document.querySelector('main') ?? document.body
    const found: string[] = []
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const around = node.parentElement
      if (!around?.checkVisibility()) continue
      found.push(
        around instanceof HTMLElement && around.childNodes.length > 1 ? around.innerText : (node.textContent ?? ''),
      )
    }
    for (const name of ['aria-label', 'title', 'placeholder'])
      for (const one of part.querySelectorAll(`[${name}]`)) found.push(one.getAttribute(name) ?? '')
    return [...new Set(found.map((text) => text.trim()).filter((text) => text !== ''))]
  })
  expect(
    texts.filter((text) => [...LEFT_STANDING, IN_THE_AIR].some((left) => left.test(text))),
    where,
  ).toEqual([])
}
