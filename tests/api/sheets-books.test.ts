import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSheet } from '../../src/server/platform/sheets/read-sheet'
import { noSpreadsheets, spreadsheet, tableOf, type ShownTable } from './sheet-tables'

if (noSpreadsheets) console.log(`skipped: the shared spreadsheets: ${noSpreadsheets}`)

const at = (
  sheet: string,
  header: number | null,
  columns: readonly string[],
  rows: ShownTable['rows'],
): ShownTable => ({ sheet, header, columns, rows })
const SUM = 'Cumulative impact of changes on cost of food basket'

/**
 * What the makers of these books meant: the first sheet that can be seen and holds something, its header, its values by
 * their types.
 */
const BOOKS: { readonly [path: string]: ShownTable | string } = {
  // Numbers from the first row on: there is no header. Hidden sheets are passed over.
  'xlsx/calamine_any_sheets.xlsx': at(
    'Visible',
    null,
    ['', ''],
    [
      [1, 1, 2],
      [2, 3, 4],
      [3, 5, 6],
      [5, 'This workbook contains 4 sheets: Visible, Hidden, VeryHidden and Chart'],
    ],
  ),
  'xlsx/calamine_column_row_ranges.xlsx': at(
    'Column ranges',
    null,
    ['', '', ''],
    [
      [1, 0, 0, 0],
      [2, 0, 0, 0],
      [3, 0, 0, 0],
      [4, 0, 0, 0],
      [5, 0, 0, 0],
    ],
  ),
  'xlsx/calamine_date_iso.xlsx': at(
    'Sheet',
    null,
    [''],
    [
      [1, 'date 2021-01-01'],
      [2, 'datetime 2021-01-01 10:10:10'],
      [3, 'time 10:10:10'],
      [4, 'This workbook contains datetime in ISO 8601'],
      [5, 'Please, check source code of the file, if you resave it'],
      [
        6,
        'Created with openpyxl, see https://openpyxl.readthedocs.io/en/latest/datetime.html#using-the-iso-8601-format',
      ],
    ],
  ),
  'xlsx/calamine_empty_sheet.xlsx': 'load.empty',
  'xlsx/calamine_errors.xlsx': at(
    'Feuil1',
    null,
    [''],
    [
      [1, 'error #DIV/0!'],
      [2, 'error #NAME?'],
      [3, 'error #VALUE!'],
      [4, 'error #NULL!'],
      [5, 'error #REF!'],
      [6, 'error #NUM!'],
      [7, 'error #N/A'],
    ],
  ),
  // A line end that the writer had to escape; a header is one line.
  'xlsx/calamine_has_x000D_.xlsx': at('Sheet1', 1, ['ABC DEF'], []),
  'xlsx/calamine_hyperlinks.xlsx': at(
    'Links',
    1,
    ['calamine repo', 'mail link'],
    [
      [2, 'Rust Programming Language'],
      [3, 'go to other sheet'],
      [4, 'book2'],
      [5, 'sales book2'],
      [6, 'temp book1'],
      [7, 'book2 sheet1 a1'],
      [8, 'sales data range'],
    ],
  ),
  // A header of two merged rows; C and D are one column.
  'xlsx/calamine_merged_range.xlsx': at(
    'Sheet1',
    1,
    ['A1', 'B1', 'C1', '', 'E1', 'F1', 'G1', 'H1'],
    [
      [3, 'A3', 'B3', 'C3', '', 'E3', 'F3', 'G3', 'H3'],
      [4, 'A4', 'B4', 'C4', '', 'E4', 'F4', 'G4', 'H4'],
    ],
  ),
  // The filter of the pivot table stands above its header.
  'xlsx/calamine_pivots.xlsx': at(
    'PivotSheet1',
    3,
    [
      'Row Labels',
      'Sum of Size',
      'Average of Value',
      'Count of Size',
      'Sum of Value x 2',
      '<------------ calculated field',
    ],
    [
      [4, 'yellow', 6.25552, 8.33333333333333, 3, 25.5483058053513],
      [5, 'Grand Total', 6.25552, 8.33333333333333, 3, 25.5483058053513],
    ],
  ),
  'xlsx/calamine_shared_formula_simple.xlsx': at(
    'Sheet1',
    null,
    ['', ''],
    [
      [1, 1, 2],
      [2, 2, 4],
      [3, 3, 6],
    ],
  ),
  'xlsx/calamine_whitespace_trim.xlsx': at(
    'inlineStr',
    1,
    ['trimmed value', 'value with tabs', '', 'clean text'],
    [
      [2, 'line1\nline2', 'line1\nline2'],
      [3, '日期 时间'],
    ],
  ),
  // 274.65999999999997 is what a binary fraction makes of 274.66.
  'xlsx/frictionless_adjust-floating-point-error.xlsx': at(
    'Sheet1',
    1,
    ['Sample Name', 'peak PO4', 'actual PO4 (formula)', 'actual PO4 (values)'],
    [
      [2, 'P-1-94-AR P21 16-20cm Pi split 3', 60.565, 242.26, 242.26],
      [3, 'W-2-98-NC TF1 0-4cm Total P split 1', 68.665, 274.66, 274.66],
      [4, 'W-2-98-NC TF1 0-4cm Total P split 2', 72.965, 291.86, 291.86],
      [5, 'TT013-06MC 10-12cm Total P split 3', 12.1, 968, 968],
      [6, 'TT013-06MC 24-26cm Pi split 2', 21.5, 1720, 1720],
    ],
  ),
  'xlsx/frictionless_merged-cells.xlsx': at('Лист1', 1, ['data'], []),
  'xlsx/frictionless_multiline-headers.xlsx': at(
    'Лист1',
    5,
    ['Region', 'Caloric contribution (%)', `${SUM} from previous quarter`, `${SUM} from baseline (%)`],
    [[6, 'A', 'B', 'C', 'D']],
  ),
  // Rounded for the eye only: the number is the one that was typed.
  'xlsx/frictionless_preserve-formatting.xlsx': at(
    'Sheet1',
    1,
    ['empty', '0', '0.00', '0.0000', '0.00000', '0.0000#', 'm/d/yy', 'd-mmm', 'mm/dd/yy', 'mmddyy', 'mmddyyam/pmdd'],
    [
      [
        2,
        '',
        1000.5577,
        1000.5577,
        1000.5577,
        1000.5577,
        1000.5577,
        'date 2040-05-20',
        'date 2040-05-20',
        'date 2040-05-20',
        'date 2040-05-20',
        'datetime 2040-05-20 00:00:00',
      ],
    ],
  ),
  'xlsx/frictionless_sheets.xlsx': at('Sheet1', 1, ['id', 'name'], [[2, 1, 'london']]),
  'xlsx/poi_DateFormatTests.xlsx': at(
    'Flags',
    1,
    ['Flag Name', 'Value', 'Description'],
    [
      [2, 'Title', 'Date Format Tests'],
      [3, 'Categories', '', 'Run only tests that have this category'],
      [4, 'AllColors', 'True', 'Run the test with all standard colors specified'],
    ],
  ),
  'xlsx/poi_InlineStrings.xlsx': at(
    'Sheet1',
    1,
    ['Numbers', 'Strings', 'Inline Strings', 'Formulas'],
    [
      [2, 12, 'A', '1st Inline String', 12],
      [3, 32, 'B', '2nd Inline String', 44],
      [4, 43, 'C', 'More', 31],
      [5, 42, 'ABCDE', 'B', 30],
      [6, 22, 'Long Text', 'And More', 10],
      [7, 21, 'Longer Text', 'The End', 9],
    ],
  ),
  'xlsx/poi_SampleSS.strict.xlsx': at(
    'First Sheet',
    1,
    ['Test spreadsheet'],
    [
      [2, '2nd row', '2nd row 2nd column'],
      [4, 'This one is red'],
    ],
  ),
  // Headers that are texts of digits are names all the same.
  'xlsx/poi_TablesWithDifferentHeaders.xlsx': at('IntHeaders', 1, ['12', '34'], [[2, 'AB', 'CD']]),
  'xlsx/poi_sheetProtection_allLocked.xlsx': 'load.empty',
  'xlsx/poi_unicodeSheetName.xlsx': at(
    'Sheet・1',
    null,
    [''],
    [
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
      [5, 5],
      [6, 6],
      [7, 7],
      [8, 8],
      [9, 9],
    ],
  ),
  'other/calamine_date.ods': at(
    'Sheet1',
    null,
    ['', ''],
    [
      [1, 'date 2021-01-01', 15],
      [2, 'datetime 2021-01-01 10:10:10', 16],
      [3, 'time 10:10:10', 17],
      [4, 'time 10:10:10', 18],
    ],
  ),
  'other/calamine_date.xls': at(
    'Sheet1',
    null,
    ['', ''],
    [
      [1, 'date 2021-01-01', 15],
      [2, 'date 2021-01-02', 16],
      [3, 'time 255:10:10', 17],
    ],
  ),
  // The same days counted from 1904.
  'other/calamine_date_1904.xls': at(
    'Sheet1',
    null,
    ['', ''],
    [
      [1, 'date 2021-01-01', 15],
      [2, 'date 2021-01-02', 16],
      [3, 'time 255:10:10', 17],
    ],
  ),
  // A form with boxes, no table: what stands in it comes out in its places.
  'other/calamine_issue_271.xls': at('sheet1', 3, ['', 'name', 'yyy_name', '', 'sex'], [[5, '', 'this error']]),
  // A merged cell stands for each of its rows.
  'other/calamine_merged_cells.ods': at(
    'Sheet1',
    1,
    ['A', 'B', 'C'],
    [
      [2, 'A', 'B', 'C'],
      [3, 'A', '', 'C'],
    ],
  ),
  'other/calamine_number_rows_repeated.ods': at(
    'Sheet1',
    1,
    ['A', 'B'],
    [
      [2, 'C', 'D'],
      [3, 'C', 'D'],
      [6, 'C', 'D'],
      [8, 'C', 'D'],
    ],
  ),
  'other/frictionless_table-with-booleans.ods': at(
    'test',
    1,
    ['id', 'boolean'],
    [
      [2, 1, 'boolean true'],
      [3, 2, 'boolean false'],
    ],
  ),
  'other/frictionless_table-with-ints-floats-dates.xls': at(
    'Лист1',
    1,
    ['Int', 'Float', 'Date'],
    [
      [2, 2013, 3.3, 'date 2009-08-16'],
      [3, 1997, 5.6, 'date 2009-09-20'],
      [4, 1969, 11.7, 'date 2012-08-23'],
    ],
  ),
}

describe.skipIf(noSpreadsheets !== null)('books of other people', () => {
  test('are all named here', () => {
    const there = ['xlsx', 'other'].flatMap((folder) =>
      readdirSync(spreadsheet(folder)).map((file) => `${folder}/${file}`),
    )
    expect(Object.keys(BOOKS).sort()).toEqual(there.sort())
  })

  test.each(Object.entries(BOOKS))('%s says what its maker meant', async (path, meant) => {
    const name = path.split('/')[1] ?? ''
    if (typeof meant === 'string')
      await expect(tableOf(spreadsheet(path), { name })).rejects.toMatchObject({ key: meant, params: { path: name } })
    else expect(await tableOf(spreadsheet(path), { name })).toEqual(meant)
  })

  test.each([
    ['xlsx/frictionless_sheets.xlsx', 'Sheet3', at('Sheet3', 1, ['id', 'name'], [[2, 3, 'rome']])],
    [
      'xlsx/poi_TablesWithDifferentHeaders.xlsx',
      'NoExplicitHeaders',
      at(
        'NoExplicitHeaders',
        1,
        ['Column1', 'Column2'],
        [
          [2, 12, 34],
          [3, 'AB', 'CD'],
        ],
      ),
    ],
    [
      'xlsx/poi_SampleSS.strict.xlsx',
      'Sheet Number 2',
      at('Sheet Number 2', 6, ['cb=1', 'cb=10', 'cb=2', 'cb=sum'], [[7, 1, 10, 2, 13]]),
    ],
  ])('%s: the sheet %s when it is asked for', async (path, sheet, meant) => {
    expect(await tableOf(spreadsheet(path), { name: 'x.xlsx', sheet })).toEqual(meant)
  })

  test('dates that are counted from 1904, errors and booleans beside each other', async () => {
    const dates = await tableOf(spreadsheet('xlsx/poi_DateFormatTests.xlsx'), { name: 'x', sheet: 'Tests' })
    expect(dates.rows[0]).toEqual([2, '11-10-52', 'd-m-y', 'datetime 1952-10-11 14:35:27', 'Date'])
    expect(dates.rows[19]).toEqual([21, '1-2-03', 'd-m-y', 'datetime 2003-02-01 04:05:06.009', 'Date'])
    const data = await tableOf(spreadsheet('xlsx/calamine_pivots.xlsx'), { name: 'x', sheet: 'DataSheet' })
    expect(data.columns).toEqual([
      'Id',
      'Name',
      'Category',
      'Value',
      'Size',
      'Date',
      'Value / Size',
      'IsBlue',
      'Null',
      'Misc',
    ])
    expect(data.rows[3]).toEqual([
      5,
      4,
      'd',
      'blue',
      20,
      1.052,
      'date 2024-01-21',
      19.0114068441065,
      'boolean true',
      '',
      'error #DIV/0!',
    ])
  })

  test('a sheet that is not there is told with those that are, hidden ones too', async () => {
    await expect(
      readSheet(spreadsheet('xlsx/calamine_any_sheets.xlsx'), { name: 'a.xlsx', sheet: 'Hoja' }),
    ).rejects.toMatchObject({
      key: 'sheets.no_such_sheet',
      params: { name: 'a.xlsx', sheet: 'Hoja', known: 'Visible, Hidden, VeryHidden, Chart' },
    })
  })
})
