import { directionOf } from '../../model/words/direction'
import { startLanguage } from '../words/i18n'
import './first-failure.css'

// The one text that cannot come from the server: it is shown when the server cannot be reached.
const TEXTS = {
  es: {
    title: 'No se pudo conectar con el servidor',
    text: 'Revise su conexión y vuelva a intentarlo.',
    retry: 'Reintentar',
    reload: 'Actualizar la página',
    leave: 'Cerrar sesión',
  },
  en: {
    title: 'The server could not be reached',
    text: 'Check your connection and try again.',
    retry: 'Try again',
    reload: 'Refresh the page',
    leave: 'Log out',
  },
  he: {
    title: 'לא ניתן להתחבר לשרת',
    text: 'יש לבדוק את החיבור ולנסות שוב.',
    retry: 'ניסיון נוסף',
    reload: 'טעינה מחדש',
    leave: 'התנתקות',
  },
}

/**
 * Full screen, when the words could not be fetched.
 * @param onLeave ends the session of this browser; null: there is none
 */
export function FirstFailure({ onRetry, onLeave }: { onRetry: () => void; onLeave: (() => void) | null }) {
  const language = startLanguage()
  const { title, text, retry, reload, leave } = language === 'en' || language === 'he' ? TEXTS[language] : TEXTS.es
  return (
    <main className="first-failure" role="alert" dir={directionOf(language)}>
      <h1>{title}</h1>
      <p>{text}</p>
      <button type="button" onClick={onRetry} autoFocus>
        {retry}
      </button>
      <button type="button" onClick={() => window.location.reload()}>
        {reload}
      </button>
      {onLeave && (
        <button type="button" onClick={onLeave}>
          {leave}
        </button>
      )}
    </main>
  )
}
