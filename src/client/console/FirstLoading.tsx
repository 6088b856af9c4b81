import './first-loading.css'

/** Before there are words or a theme; the page itself begins with the same mark. */
export const FirstLoading = () => <div className="first-loading" aria-busy="true" />
