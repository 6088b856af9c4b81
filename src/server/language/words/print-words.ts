import { templateText } from '../../../model/effects/template'
import {
  factKey,
  partyKey,
  printKey,
  restKey,
  type PrintBlock,
  type PrintField,
  type PrintTemplate,
} from '../../../model/print/print'
import type { Resource } from '../../../model/resource'

/** A text of metadata and the keys that translate it. */
interface Text {
  readonly keys: readonly string[]
  readonly title: string
}

/** What the documents of a catalogue say in words of their own. */
export const printTexts = ({ name, print = [] }: Resource): readonly Text[] =>
  print.flatMap((template) =>
    textsOf(template).map(([part, title]): Text => ({ keys: [printKey(name, template.name, part)], title })),
  )

type Said = readonly [part: string, title: string]

const textsOf = ({ title, heading, watermarks, blocks }: PrintTemplate): readonly Said[] => [
  ['title', title],
  ...(heading ? [['heading', templateText(heading)] as const] : []),
  ...watermarks.map(({ text }, at) => [`watermark_${at + 1}`, text] as const),
  ...blocks.flatMap(blockTexts),
]

function blockTexts(block: PrintBlock): readonly Said[] {
  const { id } = block
  const title = 'title' in block && block.title !== undefined ? [[id, block.title] as const] : []
  switch (block.kind) {
    case 'parties':
      return block.parties.flatMap((party, at): readonly Said[] => [
        ...(party.title === undefined ? [] : [[partyKey(id, at), party.title] as const]),
        ...facts(partyKey(id, at), party.fields),
      ])
    case 'fields':
      return [...title, ...facts(id, block.fields)]
    case 'totals':
      return [...facts(id, block.fields), ...(block.rest === undefined ? [] : [[restKey(id), block.rest] as const])]
    case 'rows':
      return [...title, ...facts(id, block.columns)]
    case 'text':
      return [[id, templateText(block.text)]]
    case 'qr':
      // What a machine reads is the same in all languages.
      return block.caption ? [[`${id}_caption`, templateText(block.caption)]] : []
    case 'letterhead':
    case 'break':
      return []
  }
}

const facts = (id: string, fields: readonly PrintField[]): readonly Said[] =>
  fields.flatMap((field) => (field.title === undefined ? [] : [[factKey(id, field), field.title] as const]))
