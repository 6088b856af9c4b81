import { startLanguage } from '../words/i18n'
import './first-failure.css'

// The one text that cannot come from the server: it is shown when the server cannot be reached.
const TEXTS = {
  es: { title: 'No se pudo conectar con el servidor', text: 'Revise su conexión y vuelva a intentarlo.', retry: 'Reintentar' },
  en: { title: 'The server could not be reached', text: 'Check your connection and try again.', retry: 'Try again' },
}

/** Full screen, when the words could not be fetched. */
export function FirstFailure({ onRetry }: { onRetry: () => void }) {
  const { title, text, retry } = startLanguage() === 'en' ? TEXTS.en : TEXTS.es
  return (
    <main className="first-failure" role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      <button type="button" onClick={onRetry} autoFocus>{retry}</button>
    </main>
  )
}
