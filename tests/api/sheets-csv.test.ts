import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSheet } from '../../src/server/platform/sheets/read-sheet'
import { noSpreadsheets, spreadsheet, tableOf, type Shown } from './sheet-tables'

if (noSpreadsheets) console.log(`skipped: the shared spreadsheets: ${noSpreadsheets}`)

interface Meant {
  readonly header: number
  readonly columns: readonly string[]
  /** All rows, or so many with the first and the last of them. */
  readonly rows:
    | readonly (readonly Shown[])[]
    | { readonly count: number; readonly first: readonly Shown[]; readonly last: readonly Shown[] }
}

const INSEE = ['XXX', 'YYY', 'ZZZ', 'FR*A17*P*ZZZ*3*_*_*_', 'Parking 1', 'D109A', '06090', '6.92641', '43.59413', '2']
const FILES: { readonly [file: string]: Meant | string } = {
  // Semicolons; codes keep their zeros.
  'accent.csv': {
    header: 1,
    columns: [
      'n_amenageur',
      'n_operateur',
      'n_enseigne',
      'id_station',
      'n_station',
      'ad_station',
      'code_insee',
      'Xlongitude',
      'Ylatitude',
      'nbre_pdc',
      'id_pdc',
      'puiss_max',
      'type_prise',
      'acces_recharge',
      'accessibilité',
      'observations',
      'date_maj',
    ],
    rows: [
      [
        2,
        ...INSEE,
        'FR*A17*E*ZZZ*3*1*1*_',
        '22.0',
        'T2 - E/F',
        'Payant (badge, appli et QR code)',
        '24h/24',
        'RAS',
        '2018/03/31',
      ],
      [
        3,
        ...INSEE,
        'FR*A17*E*ZZZ*3*1*2*_',
        '22.0',
        'T2 - E/F',
        'Payant (badge, appli et QR code)',
        '24h/24',
        'RAS',
        '2018/3/31',
      ],
    ],
  },
  'blank-headers.csv': {
    header: 1,
    columns: ['id', '', 'age'],
    rows: [
      [2, '1101', 'John', '30'],
      [3, '1102', 'Julie', '26'],
    ],
  },
  'blank-rows.csv': {
    header: 1,
    columns: ['id', 'name', 'age'],
    rows: [
      [2, '1101', 'John', '30'],
      [3, '1102', 'Julie', '26'],
    ],
  },
  'bom.csv': {
    header: 1,
    columns: ['id', 'name'],
    rows: [
      [2, '1', 'english'],
      [3, '2', '中国人'],
    ],
  },
  'delimiter.csv': {
    header: 1,
    columns: ['id', 'name'],
    rows: [
      [2, '1', 'english'],
      [3, '2', '中国人'],
    ],
  },
  'doublequote.csv': {
    header: 1,
    columns: [
      'INCISO',
      'NOMBREINCISO',
      'UE',
      'NOMBREUE',
      'AÑO',
      'CODIGOAP',
      'NOMBREAP',
      'DESCRIPCIONAP',
      'CODIGOPROGRAMA',
      'NOMBREPROGRAMA',
      'DESCRIPCIONPROGRAMA',
      'INCISOCODIGO',
      'UECODIGO',
      'ue_cod',
      'presupuestado',
      'pfi',
      'pbi',
    ],
    rows: {
      count: 5,
      first: [
        2,
        'A.N.E.P.',
        'Administración Nacional de Educación Pública',
        'CES',
        'Consejo de Educación Secundaria',
        '2019',
        '8',
        'EDUCACIÓN',
      ],
      last: [
        6,
        'A.N.E.P.',
        'Administración Nacional de Educación Pública',
        'CFed',
        'Consejo de Formación en Educación',
        '2016',
        '8',
        'EDUCACIÓN',
      ],
    },
  },
  'empty.csv': 'load.empty',
  // UTF-8 that begins to show beyond the first pages.
  'encoding-issue-274.csv': {
    header: 1,
    columns: [
      'id',
      'name',
      'abbreviation',
      'other_names',
      'description',
      'classification',
      'parent_id',
      'founding_date',
      'dissolution_date',
      'image',
      'url',
      'jurisdiction_code',
      'email',
      'address',
      'contact',
      'tags',
      'source_url',
    ],
    rows: {
      count: 507,
      first: [
        2,
        'nz/a2f',
        'Asia New Zealand Foundation',
        'A2F',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        'http://www.asianz.org.nz',
        'NZ',
      ],
      last: [
        508,
        'nz/world-buskers-festival-trust',
        'World Buskers Festival Trust',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        'http://www.worldbuskersfestival.com',
        'NZ',
      ],
    },
  },
  'issue-1009-semicolon.csv': { header: 1, columns: ['fieldNameA', 'fieldNameB'], rows: [[2, '0123', 'c']] },
  'latin1.csv': {
    header: 1,
    columns: ['id', 'name'],
    rows: [
      [2, '1', 'english'],
      [3, '2', '©'],
    ],
  },
  'matrix-with-comment.csv': {
    header: 2,
    columns: ['f1', 'f2', 'f3', 'f4'],
    rows: [
      [3, '11', '12', '13', '14'],
      [4, '21', '22', '23', '24'],
      [5, '31', '32', '33', '34'],
      [6, '41', '42', '43', '44'],
    ],
  },
  'skip-rows-before-headers.csv': {
    header: 2,
    columns: ['id', 'name'],
    rows: [
      [3, '1', 'english'],
      [4, '2', '中国人'],
    ],
  },
  // A row that is longer than the header keeps all its cells, so that it can be told.
  'structure-errors.csv': {
    header: 1,
    columns: ['id', 'name', 'age'],
    rows: [
      [2, '1101', 'John', '30'],
      [3, '1102', 'Julie', '26'],
      [5, '1', '2', '3', '4', '5', '6'],
    ],
  },
  // Greek in one byte a letter.
  'table-infer-iso-8859-7.csv': {
    header: 1,
    columns: ['id', 'age', 'name'],
    rows: [
      [2, '1', '39', 'Λεωνιδας'],
      [3, '2', '23', 'Αλεξανδρος'],
      [4, '3', '36', 'Μυρων'],
      [5, '4', '28', 'Ευστοργιος'],
    ],
  },
  // Latin-1, and decimal commas in nearly every row.
  'table-with-accents.csv': {
    header: 1,
    columns: ['Classement', 'Quartier', 'Date', 'Année', 'Occupancy rate', 'Average Price', 'RevPAR', 'Source'],
    rows: {
      count: 638,
      first: [2, '3 stars', 'All', '01-01-13', '2013', '0,611553068', '81,20416129', '49,66065393', 'Mkg'],
      last: [639, 'All', 'Midi-Lemonnier', '01-10-17', '2017', '0,81255249', '103,1230372', '83,79288068', 'Mkg'],
    },
  },
  // `\N` is how a database says null in a file of tabs.
  'table.tsv': {
    header: 1,
    columns: ['id', 'name'],
    rows: [
      [2, '1', 'english'],
      [3, '2', '中国人'],
      [4, '3', ''],
    ],
  },
}

describe.skipIf(noSpreadsheets !== null)('csv files of other people', () => {
  test('are all named here', () => {
    expect(
      Object.keys(FILES)
        .map((file) => `frictionless_${file}`)
        .sort(),
    ).toEqual(readdirSync(spreadsheet('csv')).sort())
  })

  test.each(Object.entries(FILES))('%s says what its maker meant', async (file, meant) => {
    const name = `frictionless_${file}`
    const read = tableOf(spreadsheet(`csv/${name}`), { name })
    if (typeof meant === 'string') return expect(read).rejects.toMatchObject({ key: meant })
    const { header, columns, rows } = await read
    expect({ header, columns }).toEqual({ header: meant.header, columns: meant.columns })
    if (Array.isArray(meant.rows)) return expect(rows).toEqual(meant.rows)
    const { count, first, last } = meant.rows as Exclude<Meant['rows'], readonly unknown[]>
    expect(rows).toHaveLength(count)
    expect(rows[0]?.slice(0, first.length)).toEqual(first)
    expect(rows.at(-1)?.slice(0, last.length)).toEqual(last)
  })
})

describe('a csv file', () => {
  const read = (content: string | Buffer) => tableOf(Buffer.from(content), { name: 'lista.csv' })

  test.each([
    ['a title above', 'Reporte de conductores, noviembre\n\nnombre;placa;saldo\nAna;ABC-1;1,5\nLuis;ABC-2;2,5\n', 3],
    ['the delimiter said first, as Excel does', 'sep=;\nnombre;placa;saldo\nAna;ABC-1;1,5\nLuis;ABC-2;2,5\n', 2],
    ['bars', 'nombre|placa|saldo\nAna|ABC-1|1,5\nLuis|ABC-2|2,5\n', 1],
    ['UTF-16', Buffer.from('\uFEFFnombre\tplaca\tsaldo\r\nAna\tABC-1\t1,5\r\nLuis\tABC-2\t2,5\r\n', 'utf16le'), 1],
    ['old Mac line ends', 'nombre;placa;saldo\rAna;ABC-1;1,5\rLuis;ABC-2;2,5', 1],
  ])('is read with %s', async (_what, content, header) => {
    const table = await read(content)
    expect({ ...table, rows: table.rows.map(([, ...cells]) => cells) }).toEqual({
      sheet: 'lista',
      header,
      columns: ['nombre', 'placa', 'saldo'],
      rows: [
        ['Ana', 'ABC-1', '1,5'],
        ['Luis', 'ABC-2', '2,5'],
      ],
    })
  })

  test.each([
    [
      'windows-1252',
      'Peña,Núñez,Iñaki\n',
      Buffer.from('nombre,apellido,apodo\nPeña,Núñez,Iñaki\n', 'latin1'),
      ['Peña', 'Núñez', 'Iñaki'],
    ],
    [
      'windows-1251',
      '',
      Buffer.concat([
        Buffer.from('name,city,x\n'),
        Buffer.from([0xc8, 0xe2, 0xe0, 0xed, 0x2c, 0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0, 0x2c, 0x31]),
      ]),
      ['Иван', 'Москва', '1'],
    ],
  ])('of %s is told by its words', async (_encoding, _text, content, cells) => {
    expect((await read(content)).rows.map(([, ...row]) => row)).toEqual([cells])
  })

  test('of numbers alone has no header', async () => {
    expect(await read('1,2,3\n4,5,6\n')).toEqual({
      sheet: 'lista',
      header: null,
      columns: ['', '', ''],
      rows: [
        [1, '1', '2', '3'],
        [2, '4', '5', '6'],
      ],
    })
  })

  test.each([
    ['line breaks within quotes', 'a,b\n"x\ny\nz",1\n"u ""v""\n",2\n', 2],
    ['blank lines and no last line end', 'a,b\r\n\r\nx,1\r\n\r\ny,2', 2],
    ['two bytes a letter', Buffer.from('\uFEFFa\tb\r\nx\t1\r\n', 'utf16le'), null],
  ])('says how many rows are to come before they are read: %s', async (_what, content, lines) => {
    const sheet = await readSheet(Buffer.from(content), { name: 'x.csv' })
    expect(sheet.lines).toBe(lines)
    await sheet.close()
  })

  test('of too many rows is refused before the first of them is read', async () => {
    await expect(
      readSheet(Buffer.from(`a,b\n${'1,x\n'.repeat(1000)}`), { name: 'x.csv', limits: { rows: 900 } }),
    ).rejects.toMatchObject({ key: 'sheets.too_many_rows' })
  })

  test('beyond its limits is refused by name', async () => {
    const limits = { rows: 2, columns: 3, cellChars: 10, fileBytes: 1000 }
    const refused = (content: string) => expect(tableOf(Buffer.from(content), { name: 'x.csv', limits })).rejects
    await refused(`a,b\n${'1,x\n'.repeat(60)}`).toMatchObject({
      key: 'sheets.too_many_rows',
      params: { name: 'x.csv', max: '2' },
    })
    await refused('a,b,c,d\n').toMatchObject({ key: 'sheets.too_many_columns' })
    await refused('a,b\n1,12345678901\n').toMatchObject({ key: 'sheets.cell_too_long', params: { cell: '2' } })
    await refused('a'.repeat(1001)).toMatchObject({ key: 'sheets.too_large' })
    await refused('a\u0000b').toMatchObject({ key: 'load.binary' })
    await expect(tableOf('/nowhere/x.csv', { name: 'x.csv' })).rejects.toMatchObject({
      key: 'load.missing',
      params: { path: 'x.csv' },
    })
  })
})
