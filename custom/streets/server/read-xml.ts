export interface XmlElement {
  readonly name: string
  readonly attributes: { readonly [name: string]: string | undefined }
  readonly children: readonly XmlElement[]
  readonly text: string
}

const ATTRIBUTE = /\s+([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/
/** A comment, an instruction, literal text, a tag (closing, name, attributes, closed) or the text between two. */
const PART = [
  /<!--[^]*?-->/,
  /<\?[^]*?\?>/,
  /<!\[CDATA\[([^]*?)\]\]>/,
  /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/,
  /([^<]+)/,
]
  .map(({ source }) => source)
  .join('|')

interface Growing extends XmlElement {
  readonly children: XmlElement[]
  text: string
}

/**
 * The elements of plain XML as they end; those named in `whole` with their content, the others without it, as they
 * begin. No document types, and so no entities of one's own. @throws {Error} with a sentence, when it is not such XML
 */
export function* readXml(file: string, whole: ReadonlySet<string>): Generator<XmlElement> {
  const text = file.trim()
  const open: Growing[] = []
  let read = 0
  // A regular expression of its own, since it remembers its position.
  const tags = new RegExp(PART, 'gy')
  for (let tag = tags.exec(text); tag; tag = tags.exec(text)) {
    read = tags.lastIndex
    const [, cdata, closes, name, written, ends, between] = tag
    const top = open.at(-1)
    if (between !== undefined || cdata !== undefined) {
      if (top) top.text += cdata ?? plain(between ?? '')
      continue
    }
    if (name === undefined) continue
    if (!closes) {
      const element: Growing = { name, attributes: attributesOf(written ?? ''), children: [], text: '' }
      open.push(element)
      if (!open.some((one) => whole.has(one.name))) yield element
    }
    if (!closes && !ends) continue
    const done = open.pop()
    if (done?.name !== name) throw new Error(`</${name}> ends what never began`)
    const parent = open.at(-1)
    if (open.some((one) => whole.has(one.name))) parent?.children.push(done)
    else if (whole.has(name)) yield done
  }
  if (read < text.length || open.length > 0 || !text.startsWith('<')) throw new Error('it is no whole XML file')
}

const attributesOf = (text: string): { readonly [name: string]: string } =>
  Object.fromEntries(
    [...text.matchAll(new RegExp(ATTRIBUTE, 'g'))].map(([, name = '', a, b]) => [name, plain(a ?? b ?? '')]),
  )

const NAMED: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const plain = (text: string): string =>
  text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all: string, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? all
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
