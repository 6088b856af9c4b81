import type { Block, Report } from '../../../model/report'

/** A text of metadata and the keys that translate it. */
interface Text {
  readonly keys: readonly string[]
  readonly title: string
}

/** What a report says beside its name, which is that of its module where it has one. */
export function reportTexts({ name, title, module, options, blocks }: Report): readonly Text[] {
  const text = (key: string, words: string): Text => ({ keys: [`reports.${name}.${key}`], title: words })
  return [
    ...(module === name ? [] : [text('name', title)]),
    ...options.map((option) => text(`options.${option.id}`, option.title)),
    ...blocks.flatMap((block) => blockTexts(block).map(([key, words]) => text(key, words))),
  ]
}

function blockTexts(block: Block): readonly (readonly [key: string, words: string])[] {
  const { id, kind } = block
  // One of a catalogue's own numbers has the title that it has there.
  const title =
    block.title === undefined || (kind === 'stat' && block.own !== undefined)
      ? []
      : [[`blocks.${id}`, block.title] as const]
  if (kind === 'text') return [...title, [`texts.${id}`, block.text]]
  if (kind !== 'table') return title
  return [
    ...title,
    ...block.columns.flatMap((column) => {
      const words = column.kind === 'field' ? column.title : column.stat.title
      return words ? [[`columns.${id}.${column.name}`, words] as const] : []
    }),
  ]
}
