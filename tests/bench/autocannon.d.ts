declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    method?: 'GET' | 'POST'
    headers?: { [name: string]: string }
    requests?: { setupRequest(request: object): object }[]
  }
  interface Result {
    non2xx: number
    errors: number
    requests: { average: number }
  }
  export default function autocannon(options: Options): Promise<Result>
}
