import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The file of a program that runs beside the server, in a thread or a process of its own: the TypeScript source next to
 * the module that starts it, or the built entry of that name. The bundler may put the starting module into a folder of
 * shared chunks below the entries.
 * @param url `import.meta.url` of the module that starts it
 */
export function entryFile(url: string, name: string): string {
  const here = fileURLToPath(url)
  if (here.endsWith('.ts')) return join(dirname(here), `${name}.ts`)
  const found = [dirname(here), dirname(dirname(here))].map((place) => join(place, `${name}.js`)).find(existsSync)
  if (!found)
    throw new Error(
      `${name}.js is missing beside ${dirname(here)}: the server was not built completely. Run the build again.`,
    )
  return found
}
