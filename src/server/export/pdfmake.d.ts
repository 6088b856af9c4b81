/** What of pdfmake is used here; the package brings no types. */
declare module 'pdfmake' {
  export interface PdfDocument {
    getStream(): Promise<NodeJS.ReadableStream & { end(): void }>
  }
  interface PdfMake {
    setFonts(fonts: { readonly [family: string]: { readonly [style: string]: string } }): void
    setUrlAccessPolicy(allows: (url: string) => boolean): void
    setLocalAccessPolicy(allows: (path: string) => boolean): void
    createPdf(definition: object): PdfDocument
  }
  const pdfmake: PdfMake
  export default pdfmake
}
