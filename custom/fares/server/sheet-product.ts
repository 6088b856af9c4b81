import { fold, wrong } from '#engine/model'
import type { BookProduct } from './book/book'

/** The product that a sheet names: by id, by name, or by name and detail. @throws {AppError} VALIDATION at `product` */
export function sheetProduct(products: readonly BookProduct[], text: string): number {
  const wanted = plain(text)
  const byId = products.find(({ id }) => String(id) === wanted)
  if (byId) return byId.id
  const full = products.filter(({ name, surname }) => plain(`${name} ${surname ?? ''}`) === wanted)
  const named = full.length > 0 ? full : products.filter(({ name }) => plain(name) === wanted)
  const [one, another] = named
  if (!one) throw wrong('product', 'fares.no_product')
  if (another) throw wrong('product', 'fares.product_many')
  return one.id
}

const plain = (text: string): string => fold(text).replace(/[·,\-–/()]/g, ' ').replace(/\s+/g, ' ').trim()
