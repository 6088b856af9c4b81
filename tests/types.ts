import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { API, type Diagnostic } from 'typescript/unstable/sync'

// Types of the tests alone. They import nearly all of the project: the compiler by itself would check every file of the
// server and of the console once more, beside what their own projects do, which is three quarters of its time.

const ROOT = join(import.meta.dirname, '..')
/** What is checked with the libraries that it has when it runs. */
const OTHERS = ['src/server', 'src/client']

const configOf = (project: string): string => join(ROOT, project, 'tsconfig.json')

/** A line as the compiler writes it; what belongs to no file has no place. */
function told({ fileName, pos, code, text, messageChain = [] }: Diagnostic): string {
  const before = fileName === undefined ? [] : readFileSync(fileName, 'utf8').slice(0, pos).split('\n')
  const column = (before.at(-1) ?? '').length + 1
  const place = fileName === undefined ? '' : `${relative(ROOT, fileName)}(${before.length},${column}): `
  return [`${place}error TS${code}: ${text}`, ...messageChain.map((one) => `  ${one.text}`)].join('\n')
}

function check(api: API): Diagnostic[] {
  const project = api.updateSnapshot({ openProjects: [configOf('tests')] }).getProject(configOf('tests'))
  if (!project) throw new Error(`There is no project ${configOf('tests')}.`)
  const { program } = project
  const elsewhere = new Set(OTHERS.flatMap((other) => api.parseConfigFile(configOf(other)).fileNames))
  const ours = program
    .getSourceFileNames()
    .filter((file) => !file.includes('/node_modules/') && !file.endsWith('.d.ts') && !elsewhere.has(file))
  console.log(`${ours.length} files`)
  // Not the global ones: asking for them checks all files. Those of the libraries are the other projects' as well.
  return [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getProgramDiagnostics(),
    ...ours.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ]
}

const api = new API({ cwd: ROOT })
const found = check(api)
api.close()
for (const one of found) console.log(told(one))
if (found.length > 0) process.exit(1)
