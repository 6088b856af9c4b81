import { join } from 'node:path'
import { readWords, type ReadWords } from '../src/server/language/words/read-words'

let read: ReadWords | undefined

/**
 * The project's own texts, which no test changes: read once in a process, where each app of a test would read 30 ms.
 */
export const ownWords = (): ReadWords => (read ??= readWords(join(import.meta.dirname, '../i18n')))
