import { fileType } from '../../model/values/stored-file'

/** Any file: its id in the database, a short-lived signed address on the wire. */
export const file = fileType('file', { accept: [], most_kb: null })
