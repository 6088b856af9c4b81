import { directionOf } from '../../../model/words/direction'
import { escaped } from '../export/send-file'
import {
  isRoll,
  type Paper,
  type PaperHead,
  type PaperSheet,
  type SheetBlock,
  type SheetFact,
  type PaperRow,
  type PaperTable,
} from '../pdf/paper'
import { PAPER_STYLE } from './paper-style'
import { qrCode } from '../pdf/qr-code'

/** A document as a page to look at and to print; it loads nothing and runs nothing. */
export async function* writePaperHtml(paper: Paper): AsyncGenerator<string> {
  const [first] = paper.sheets
  yield `<!doctype html>
<html lang="${escaped(first?.language ?? 'es')}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(paper.title)}</title>
<style>${PAPER_STYLE}${pageRule(paper)}</style>
</head>
<body>
`
  for (const sheet of paper.sheets) {
    yield sheetHtml(paper, sheet)
    // Another request is answered between two records.
    await new Promise((resume) => {
      setImmediate(resume)
    })
  }
  yield '</body>\n</html>\n'
}

/** A browser knows no paper without an end: who prints a roll says how long it is (`data-roll`). */
const pageRule = ({ size, landscape }: Paper): string =>
  isRoll(size)
    ? `@page { size: ${size} 297mm; margin: 3mm }`
    : `@page { size: ${size} ${landscape ? 'landscape' : 'portrait'}; margin: 14mm }`

const classOf = ({ size, landscape }: Paper): string =>
  isRoll(size) ? ` class="roll" data-roll="${size}"` : landscape ? ' class="wide"' : ''

function sheetHtml(paper: Paper, { language, heading, watermark, made, blocks }: PaperSheet): string {
  const { letterhead } = paper
  const isHeaded = blocks.some(({ kind }) => kind === 'letterhead')
  const mark = watermark === null ? '' : `<p class="mark" aria-hidden="true">${text(watermark)}</p>\n`
  const title = `<h1>${text(heading)}</h1>`
  return `<article lang="${escaped(language)}"${directionOf(language) === 'rtl' ? ' dir="rtl"' : ''}${classOf(paper)}>
${mark}${isHeaded ? '' : `<header>${title}</header>\n`}${blocks.map((block) => blockHtml(block, letterhead, title)).join('')}<footer>${text(heading)} · ${text(made)}</footer>
</article>
`
}

function blockHtml(block: SheetBlock, head: PaperHead, title: string): string {
  switch (block.kind) {
    case 'letterhead':
      return `<header>${head.logo === null ? '' : `<img src="${escaped(head.logo)}" alt="">`}<div><strong>${text(head.name)}</strong>${head.lines.map((line) => `<span>${text(line)}</span>`).join('')}</div>${title}</header>\n`
    case 'parties':
      return `<div class="parties">${block.parties.map((party) => `<section>${party.title === '' ? '' : `<h2>${text(party.title)}</h2>`}${factsHtml(party.facts)}</section>`).join('')}</div>\n`
    case 'fields':
      return `<section>${titleHtml(block.title)}<div class="grid grid-${block.columns}">${factsHtml(block.facts)}</div></section>\n`
    case 'rows':
      return tableHtml(block)
    case 'totals':
      return `<div class="totals">${factsHtml(block.facts)}</div>\n`
    case 'text': {
      const tag = block.as === 'heading' ? 'h2' : 'p'
      return `<${tag} class="text ${block.as}">${text(block.text)}</${tag}>\n`
    }
    case 'qr': {
      const code = qrCode(block.text)
      if (!code) return ''
      return `<figure><svg role="img" aria-label="QR" viewBox="0 0 ${code.size} ${code.size}"><title>${escaped(block.text)}</title><path d="${code.path}"/></svg>${block.caption === '' ? '' : `<figcaption>${text(block.caption)}</figcaption>`}</figure>\n`
    }
    case 'break':
      return '<hr class="break">\n'
  }
}

const titleHtml = (title: string): string => (title === '' ? '' : `<h2>${text(title)}</h2>`)

const factsHtml = (facts: readonly SheetFact[]): string =>
  facts.length === 0 ? '' : `<dl>${facts.map(factHtml).join('')}</dl>`

const factHtml = ({ label, value, picture }: SheetFact): string =>
  `<div><dt>${text(label)}</dt><dd>${picture === undefined ? text(value) : pictureHtml(picture, value)}</dd></div>`

const pictureHtml = (data: string, name: string): string =>
  `<img class="picture" src="${escaped(data)}" alt="${escaped(name)}">`

/** With more columns a table is written smaller: it would be wider than the paper. */
const DENSE = 6
/** With more columns each row stands as facts below one another on a phone, whose screen would have to be pushed aside. */
const MAX_NARROW = 3

function tableHtml({ title, columns, rows, totals, empty }: PaperTable): string {
  const side = columns.map(({ align }) => (align === 'right' ? ' class="n"' : ''))
  const isMany = columns.length > MAX_NARROW
  const named = columns.map(({ label }) => (isMany ? ` data-label="${escaped(label)}"` : ''))
  const cells = (tag: 'th' | 'td', texts: readonly string[], more = '', pictures: PaperRow['pictures'] = {}): string =>
    texts
      .map((one, at) => {
        const picture = pictures[at]
        return `<${tag}${more}${side[at] ?? ''}${tag === 'td' ? named[at] : ''}>${picture === undefined ? text(one) : pictureHtml(picture, one)}</${tag}>`
      })
      .join('')
  const body = rows
    .map(
      ({ cells: own, inner, pictures }) =>
        `<tr>${cells('td', own, '', pictures)}</tr>\n${inner.length === 0 ? '' : `<tr class="inner"><td colspan="${columns.length}">${inner.map(text).join('<br>')}</td></tr>\n`}`,
    )
    .join('')
  const none = rows.length === 0 ? `<tr><td colspan="${columns.length}">${text(empty)}</td></tr>\n` : ''
  const foot = totals.length === 0 ? '' : `<tr class="sum">${cells('td', totals)}</tr>\n`
  const kinds = [...(isMany ? ['many'] : []), ...(columns.length > DENSE ? ['dense'] : [])].join(' ')
  return `<section>${titleHtml(title)}<table${kinds === '' ? '' : ` class="${kinds}"`}><thead><tr>${cells(
    'th',
    columns.map(({ label }) => label),
    ' scope="col"',
  )}</tr></thead>
<tbody>
${body}${none}${foot}</tbody></table></section>
`
}

const text = (value: string): string => escaped(value).replaceAll('\n', '<br>')
