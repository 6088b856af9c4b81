import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SourceFile } from '../../../model/load'
import type { Model } from '../../../model/model'
import type { Resource } from '../../../model/resource'

interface CodeFile {
  readonly path: string
  readonly text: string
}

/** Folders of features, and of data that only demos and tests make. */
const CODE = 'custom'
const NOT_COUNTED = /^(demo|simulator)\//

/**
 * A page about the application's catalogues: what each is made of, in lines of JSON and of code. Code is a file of a
 * feature that hooks into the catalogue's records or defines a call below its address; screens that are drawn for it
 * are not counted.
 * @param files the metadata as it was read
 */
export async function catalogueReport(root: string, model: Model, files: readonly SourceFile[]): Promise<string> {
  const code = await readCode(join(root, CODE))
  const textOf = new Map(files.map(({ path, text }) => [path, text]))
  const rows = Object.values(model.resources)
    .filter(({ name }) => textOf.has(`resources/${name}.json`) || textOf.has(`schemas/${name}.json`))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((resource) => {
      const own = code.filter(({ text }) => isOf(resource, text))
      return {
        resource,
        json:
          lines(textOf.get(`resources/${resource.name}.json`)) + lines(textOf.get(`schemas/${resource.entity}.json`)),
        code: own.reduce((sum, { text }) => sum + lines(text), 0),
        where: [...new Set(own.map(({ path }) => path.split('/')[0] ?? ''))].sort(),
      }
    })
  const plain = rows.filter((row) => row.code === 0)
  const table = rows.map(
    ({ resource, json, code: own, where }) =>
      `| \`${resource.name}\` | ${resource.title} | ${json} | ${own || ''} | ${where.join(', ')} |`,
  )
  return `# The catalogues

Written by \`npm run generate\`. A catalogue is a schema and, where its defaults do not do, a resource: both JSON. Code is what features add to its
records and calls (\`${CODE}/<feature>\`); the screens drawn for some of them are not counted.

${rows.length} catalogues: ${plain.length} without code; the median has ${median(rows.map(({ json }) => json))} lines of JSON.

| name | title | lines of JSON | of code | in |
|---|---|---|---|---|
${table.join('\n')}
`
}

const lines = (text = ''): number => text.split('\n').length - (text.endsWith('\n') || text === '' ? 1 : 0)

const isOf = ({ name, entity }: Resource, text: string): boolean =>
  text.includes(`entity: '${entity}'`) || text.includes(`path: '${name}/`) || text.includes(`path: '${name}'`)

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

async function readCode(folder: string): Promise<readonly CodeFile[]> {
  const paths = await readdir(folder, { recursive: true }).catch((): string[] => [])
  const wanted = paths.filter((path) => /\.tsx?$/.test(path) && !NOT_COUNTED.test(path)).sort()
  return Promise.all(wanted.map(async (path) => ({ path, text: await readFile(join(folder, path), 'utf8') })))
}
