import { deflateRawSync } from 'node:zlib'

/** A part of a book as its zip holds it. */
export interface Packed {
  readonly data: Buffer
  /** What the zip says that it unpacks to. */
  readonly size: number
}

export const packed = (content: Buffer): Packed => ({ data: deflateRawSync(content), size: content.length })

/** Where a book's only sheet begins. */
export const SHEET = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
export const MEGABYTE = 1024 * 1024

/**
 * A book of a sheet whose packed bytes may be anything, under any number of names, and of any further parts; `strings`
 * are the shared ones.
 */
export function bookBytes({
  sheet,
  parts = 0,
  names = 1,
  strings,
}: {
  sheet?: Packed
  parts?: number
  names?: number
  strings?: Packed
}): Buffer {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const text = (xml: string) => packed(Buffer.from(xml))
  const entries: [string, Packed][] = [
    [
      '[Content_Types].xml',
      text(
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
      ),
    ],
    [
      '_rels/.rels',
      text(
        `<Relationships xmlns="${relations}"><Relationship Id="r" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
    ],
    [
      'xl/workbook.xml',
      text(
        `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><sheets>${Array.from({ length: names }, (_, at) => `<sheet name="Hoja${at + 1}" sheetId="${at + 1}" r:id="s"/>`).join('')}</sheets></workbook>`,
      ),
    ],
    [
      'xl/_rels/workbook.xml.rels',
      text(
        `<Relationships xmlns="${relations}"><Relationship Id="s" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>${strings ? `<Relationship Id="t" Type="${office}/sharedStrings" Target="sharedStrings.xml"/>` : ''}</Relationships>`,
      ),
    ],
    ...(strings ? [['xl/sharedStrings.xml', strings] as [string, Packed]] : []),
    ...(sheet ? [['xl/worksheets/sheet1.xml', sheet] as [string, Packed]] : []),
    ...Array.from({ length: parts }, (_, at): [string, Packed] => [`xl/x${at}.xml`, text('<x/>')]),
  ]
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, { data, size }] of entries) {
    const name = Buffer.from(path)
    const [head, entry] = [Buffer.alloc(30), Buffer.alloc(46)]
    for (const [header, at] of [
      [head, 4],
      [entry, 6],
    ] as const) {
      header.writeUInt16LE(20, at)
      header.writeUInt16LE(8, at + 4)
      header.writeUInt32LE(data.length, at + 14)
      header.writeUInt32LE(size, at + 18)
      header.writeUInt16LE(name.length, at + 22)
    }
    head.writeUInt32LE(0x04034b50, 0)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt32LE(offset, 42)
    pieces.push(head, name, data)
    directory.push(entry, name)
    offset += head.length + name.length + data.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...pieces, ...directory, end])
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const sheetOf = (xml: string): Packed => packed(Buffer.from(`${SHEET}${xml}</sheetData></worksheet>`))
const cell = '<c t="inlineStr"><is><t>uno</t></is></c>'

// Not two alike, or they pack too well to be tried.
const mergedAreas = () =>
  Array.from({ length: 1_000_000 }, (_, at) => `<mergeCell ref="A${1 + ((at * 7919) % 1_000_003)}:B${2 + at}"/>`).join(
    '',
  )

/** Books that are small as files and great in memory or time; each is made when it is asked for. */
export const BOMBS: { readonly [what: string]: () => Buffer } = {
  'a part of zeros': () => bookBytes({ sheet: packed(Buffer.alloc(190 * MEGABYTE)) }),
  'a part of spaces that says it is small': () =>
    bookBytes({ sheet: { data: packed(Buffer.alloc(190 * MEGABYTE, 32)).data, size: 4000 } }),
  'seven hundred thousand rows': () =>
    bookBytes({ sheet: sheetOf(`<row><c><v>1</v></c>${cell}</row>`.repeat(700_000)) }),
  'three hundred thousand different rows': () =>
    bookBytes({
      sheet: sheetOf(
        Array.from({ length: 300_000 }, (_, at) => `<row><c><v>${(at * 7919) % 1_000_003}</v></c>${cell}</row>`).join(
          '',
        ),
      ),
    }),
  'a million cells in few rows': () =>
    bookBytes({ sheet: sheetOf(`<row>${'<c><v>1</v></c>'.repeat(600)}</row>`.repeat(1700)) }),
  'a million merged areas': () =>
    bookBytes({
      sheet: packed(
        Buffer.from(
          `<worksheet ${MAIN}><sheetData><row>${cell}${cell}</row><row>${cell}</row></sheetData><mergeCells>${mergedAreas()}</mergeCells></worksheet>`,
        ),
      ),
    }),
  'a million shared strings': () =>
    bookBytes({
      sheet: sheetOf('<row><c t="s"><v>0</v></c></row>'),
      strings: packed(
        Buffer.from(
          `<sst ${MAIN}>${Array.from({ length: 1_000_000 }, (_, at) => `<si><t>${(at * 7919) % 1_000_003}</t></si>`).join('')}</sst>`,
        ),
      ),
    }),
  'few shared strings of megabytes': () =>
    bookBytes({
      sheet: sheetOf('<row><c t="s"><v>0</v></c></row>'),
      strings: packed(Buffer.from(`<sst ${MAIN}>${`<si><t>${'a'.repeat(4 * MEGABYTE)}</t></si>`.repeat(40)}</sst>`)),
    }),
  'every cell claimed': () =>
    bookBytes({
      sheet: packed(
        Buffer.from(
          `<worksheet ${MAIN}><dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>`,
        ),
      ),
    }),
  'a row of every column, a thousand times': () =>
    bookBytes({ sheet: sheetOf('<row><c r="XFD1" t="inlineStr"><is><t>x</t></is></c></row>'.repeat(1000)) }),
  'tags a million deep': () =>
    bookBytes({ sheet: sheetOf(`<row>${'<c>'.repeat(1_000_000)}${'</c>'.repeat(1_000_000)}</row>`) }),
  'entities that grow': () =>
    bookBytes({
      sheet: packed(
        Buffer.from(
          `<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${'bcdefghij'[at] ?? ''} "${`&${'abcdefghi'[at] ?? ''};`.repeat(10)}">`).join('')}]><worksheet ${MAIN}><sheetData><row><c t="inlineStr"><is><t>&j;</t></is></c></row></sheetData></worksheet>`,
        ),
      ),
    }),
  'two thousand empty sheets': () => bookBytes({ sheet: sheetOf(''), names: 2000 }),
}
