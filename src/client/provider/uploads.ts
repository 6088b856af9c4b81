import type { Uploads } from '../../ui/inputs/upload'
import { errorsIn, failureText } from './failure'
import type { Http } from './http'

/** Sends files one by one, each for its field. */
export function createUploads(http: Http, say: (key: string) => string): Uploads {
  return {
    async upload(field, file, options) {
      const form = new FormData()
      form.append('file', file, file.name)
      const answer = await http.upload(
        { method: 'POST', path: 'files/upload', query: { entity: field.entity, field: field.name }, form },
        options,
      )
      return { url: String(answer['url']) }
    },
    sentence: (field, error) => errorsIn(error)[field.name] ?? failureText(error, say),
  }
}
