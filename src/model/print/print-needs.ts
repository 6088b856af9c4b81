import { needsOf, type Needs, type TemplatePart } from '../effects/template'
import type { PrintBlock, PrintField, PrintTemplate } from './print'

/** What a document needs of a record: references to look behind, and rows. @param refs further references */
export function printNeeds({ heading = [], for: recipient, blocks }: PrintTemplate, refs: readonly string[]): Needs {
  return needsOf([...heading, ...blocks.flatMap(partsOf)], [...refs, ...(recipient === undefined ? [] : [recipient])])
}

const part = ({ path }: PrintField): TemplatePart => ({ path, filter: null })

function partsOf(block: PrintBlock): readonly TemplatePart[] {
  switch (block.kind) {
    case 'parties':
      return block.parties.flatMap(({ fields }) => fields.map(part))
    case 'fields':
    case 'totals':
      return block.fields.map(part)
    case 'rows': {
      const inner: readonly TemplatePart[] = block.inner
        ? [{ rows: block.inner.field, parts: block.inner.columns.map(part) }]
        : []
      return [{ rows: block.field, parts: [...block.columns.map(part), ...inner] }]
    }
    case 'text':
      return block.text
    case 'qr':
      return [...block.text, ...(block.caption ?? [])]
    case 'letterhead':
    case 'break':
      return []
  }
}
