/** How a document looks in a browser: a sheet of paper on the screen, the sheet alone in print. */
export const PAPER_STYLE = `
* { box-sizing: border-box }
body { margin: 0; padding: 16px; background: #e9ecf1; font: 13px/1.45 system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif; color: #1f2430 }
article { position: relative; overflow: hidden; max-width: 820px; margin: 0 auto 16px; padding: 40px 44px 24px; background: #fff; box-shadow: 0 1px 4px #0003 }
article.wide { max-width: 1140px }
article.roll { width: 80mm; padding: 4mm 3mm; font-size: 14px } .roll h1 { font-size: 18px; max-width: none } .roll header { padding-bottom: 6px; margin-bottom: 8px } .roll section { margin-bottom: 8px } .roll h2 { margin-top: 8px }
.roll th, .roll td { padding: 4px 3px } .roll th { background: none } .roll td { font-size: 16px; font-weight: 600 } .roll .inner td { padding: 0 3px 6px 14px; color: inherit; font-size: 14px } .roll dt, .roll footer { color: inherit }
h1, h2, p, dt, dd, th, td, span, strong, figcaption { unicode-bidi: plaintext; overflow-wrap: anywhere }
header { display: flex; gap: 16px; align-items: flex-start; border-bottom: 1.5px solid #1f2430; padding-bottom: 12px; margin-bottom: 16px }
header img { max-width: 130px; max-height: 56px; object-fit: contain }
header div { flex: 1; display: flex; flex-direction: column; color: #5b6270; font-size: 12px; min-width: 0 } header strong { font-size: 16px; color: #1f2430 }
h1 { font-size: 19px; line-height: 1.25; margin: 0; max-width: 55% } header div ~ h1 { text-align: end }
h2 { font-size: 13px; margin: 18px 0 6px } h2.text { font-size: 15px } p.text { margin: 12px 0 } p.small { font-size: 11px; color: #5b6270 }
section, .totals, figure { margin: 0 0 14px } dl { margin: 0 } dt { color: #5b6270; font-size: 11px } dd { margin: 0 0 6px }
.parties { display: flex; gap: 28px; flex-wrap: wrap } .parties section { flex: 1 1 200px; min-width: 0 } .parties h2 { margin-top: 0; border-bottom: 1px solid #d3d8e0; padding-bottom: 4px }
.grid dl { display: grid; gap: 2px 28px } .grid-2 dl { grid-template-columns: 1fr 1fr } .grid-3 dl { grid-template-columns: repeat(3, 1fr) } .grid-4 dl { grid-template-columns: repeat(4, 1fr) }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { padding: 5px 8px; text-align: start; vertical-align: top; border-bottom: 1px solid #dde1e8 } th { background: #eef1f5; font-weight: 600 }
img.picture { display: block; max-width: 180px; max-height: 130px; object-fit: contain; border-radius: 3px }
th, td { overflow-wrap: break-word } .dense { font-size: 12px } .dense th, .dense td { padding-inline: 5px }
td img.picture { max-width: 72px; max-height: 56px } .grid dl div:has(> dd > img.picture) { grid-row: span 3 }
.n { text-align: right; white-space: nowrap } .inner td { padding: 0 8px 6px 24px; color: #5b6270; font-size: 12px } .sum td { font-weight: 600; border-top: 1.5px solid #1f2430 }
.totals dl { margin-inline-start: auto; width: min(100%, 320px) } .totals dl div { display: flex; justify-content: space-between; gap: 16px; padding: 3px 8px } .totals dt, .totals dd { margin: 0; font-size: 13px }
.totals dd { font-variant-numeric: tabular-nums; white-space: nowrap } .totals dl div:last-child { border-top: 1.5px solid #1f2430; font-weight: 600 } .totals dl div:last-child dt { color: inherit }
figure { display: flex; gap: 14px; align-items: center } figure svg { width: 96px; height: 96px; flex-shrink: 0 } figcaption { color: #5b6270; font-size: 12px }
footer { color: #5b6270; font-size: 11px; border-top: 1px solid #dde1e8; padding-top: 8px; margin-top: 24px }
.mark { position: absolute; inset: 0; display: flex; align-items: center; justify-content: center; margin: 0; font-size: min(110px, 15vw); font-weight: 700; color: #1f243014; transform: rotate(-35deg); pointer-events: none; white-space: nowrap }
.break { border: 0; border-top: 1px dashed #b8bfca; margin: 20px 0 }
@media (max-width: 640px) { body { padding: 0 } article { padding: 20px 16px } header { flex-wrap: wrap } h1 { max-width: none; flex-basis: 100% } header div ~ h1 { text-align: start } .grid-3 dl, .grid-4 dl { grid-template-columns: 1fr 1fr } section { overflow-x: auto } .parties { gap: 0 } }
@media screen and (max-width: 640px) {
  .many, .many tbody { display: block } .many thead { display: none } .many tr { display: block; padding: 6px 0; border-bottom: 1px solid #dde1e8 }
  .many td { display: flex; gap: 12px; justify-content: space-between; padding: 2px 0; border: 0; text-align: end; white-space: normal } .many td:empty { display: none }
  .many td[data-label]::before { content: attr(data-label); color: #5b6270; text-align: start; flex-shrink: 0; max-width: 45% } .many .inner td { display: block; text-align: start }
}
@media print {
  body { padding: 0; background: #fff; font-size: 11px } article.roll { width: auto; font-size: 14px } article { max-width: none; margin: 0; padding: 0; box-shadow: none; overflow: visible } article ~ article, .break { break-before: page } .break { border: 0; margin: 0 }
  thead { display: table-header-group } tr, figure, .totals, dl div { break-inside: avoid } h2 { break-after: avoid } section { overflow: visible } * { print-color-adjust: exact; -webkit-print-color-adjust: exact }
}
`
