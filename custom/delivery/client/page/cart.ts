import { randomKey } from '#engine/client'
import type { MenuArticle, OrderLine } from '../../model/client-calls'

/** A line of the cart: what is ordered, and how it reads. */
export interface CartLine extends OrderLine {
  readonly name: string
  readonly chosen: readonly string[]
  /** What one costs with its options, in the currency. */
  readonly price: number
}

/** What somebody wants of one store, kept in the browser until it is ordered. */
interface Cart {
  readonly lines: readonly CartLine[]
  /** Key of the order that becomes of it: sent again, it is one order. */
  readonly key: string
}

const EMPTY = (): Cart => ({ lines: [], key: randomKey() })

export interface KeptCart {
  read(): Cart
  /** Changed lines are another order. */
  put(lines: readonly CartLine[]): void
}

/** The cart of a store. Lines that the menu no longer has are left out. */
export function keptCart(slug: string, articles: readonly MenuArticle[], changed: () => void): KeptCart {
  const name = `toolrides_store.${slug}`
  let cart = EMPTY()
  try {
    const kept = JSON.parse(window.localStorage.getItem(name) ?? 'null') as Cart | null
    if (kept)
      cart = {
        ...kept,
        lines: kept.lines.filter(({ id_article }) =>
          articles.some(({ id, sold_out }) => id === id_article && !sold_out),
        ),
      }
  } catch {
    // A cart that cannot be read begins anew.
  }
  return {
    read: () => cart,
    put(lines) {
      cart = { lines, key: randomKey() }
      try {
        window.localStorage.setItem(name, JSON.stringify(cart))
      } catch {
        // It lasts as long as the page is open.
      }
      changed()
    },
  }
}
