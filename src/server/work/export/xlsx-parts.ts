import type { FileDocument } from './file-document'
import { xmlText } from './xlsx-cells'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * The parts of a book other than its sheets, path → xml.
 * @param sheets names of `xl/worksheets/sheet1.xml` and those after it
 */
export function bookParts(
  { title, brand, money }: FileDocument,
  sheets: readonly SheetEnd[],
): ReadonlyMap<string, string> {
  return new Map([
    ['xl/styles.xml', styles(money)],
    ['xl/workbook.xml', workbook(sheets)],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...sheets.map((_, at): Relation => [`rId${at + 1}`, `${OFFICE}/worksheet`, `worksheets/sheet${at + 1}.xml`]),
        [`rId${sheets.length + 1}`, `${OFFICE}/styles`, 'styles.xml'],
      ]),
    ],
    [
      'docProps/core.xml',
      `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${xmlText(title)}</dc:title><dc:creator>${xmlText(brand)}</dc:creator></cp:coreProperties>`,
    ],
    [
      '_rels/.rels',
      relations([
        ['rId1', `${OFFICE}/officeDocument`, 'xl/workbook.xml'],
        ['rId2', `${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'],
      ]),
    ],
    ['[Content_Types].xml', contentTypes(sheets.length)],
  ])
}

/** A finished sheet. */
export interface SheetEnd {
  readonly name: string
  /** Cells of the table, `A1:J20`. */
  readonly area: string
}

type Relation = readonly [id: string, type: string, target: string]

const relations = (list: readonly Relation[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${list.map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`).join('')}</Relationships>`

function workbook(sheets: readonly SheetEnd[]): string {
  const list = sheets
    .map(({ name }, at) => `<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')
  // Excel takes the filter of a sheet from this name.
  const filters = sheets.map(({ name, area }, at) => {
    const cells = area.replace(/[A-Z]+|\d+/g, '$$$&')
    return `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${xmlText(`'${name.replaceAll("'", "''")}'!${cells}`)}</definedName>`
  })
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list}</sheets><definedNames>${filters.join('')}</definedNames></workbook>`
}

const contentTypes = (sheets: number): string =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>` +
  `<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>` +
  `${Array.from({ length: sheets }, (_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${TYPE}.worksheet+xml"/>`).join('')}</Types>`

/** The styles that `STYLE` names, in its order. */
function styles({ coin, coinSpace, decimals }: FileDocument['money']): string {
  const sign = coin === '' ? '' : `"${coin.replaceAll('"', '')}"${coinSpace ? '\\ ' : ''}`
  const digits = `#,##0${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`
  const money = xmlText(`${sign}${digits};-${sign}${digits}`)
  const xf = (format: number, more = '/>', font = 0, fill = 0): string =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1"${font ? ' applyFont="1"' : ''}${fill ? ' applyFill="1"' : ''}${more}`
  const aligned = (alignment: string): string => ` applyAlignment="1"><alignment ${alignment}/></xf>`
  const top = aligned('vertical="top"')
  const cells = [
    xf(0, top),
    xf(49, aligned('vertical="center" wrapText="1"'), 1, 2),
    xf(49, aligned('vertical="top" wrapText="1"')),
    xf(164, top),
    xf(165, top),
    xf(166, top),
    xf(49, aligned('horizontal="right" vertical="top"')),
  ]
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>'
  return (
    `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="${money}"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/><numFmt numFmtId="166" formatCode="dd/mm/yyyy\\ hh:mm:ss"/></numFmts>` +
    `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>` +
    `<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEEF1F5"/></patternFill></fill></fills>` +
    `<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
    `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs></styleSheet>`
  )
}
