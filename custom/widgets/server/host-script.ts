import type { InboundCall } from '#engine/server'

/**
 * Runs on the page that frames a widget, if that page wants it: a frame of automatic height follows the page in it, and
 * what happens there goes to the page's own tag manager (`dataLayer`) as `toolrides_step`, `toolrides_booked` and
 * `toolrides_paid`; where the widget names a container that the page has not loaded, it is loaded. Messages count only
 * from a frame of this server.
 */
export const HOST_SCRIPT = `(function () {
  var script = document.currentScript, origin = new URL(script.src).origin, loaded = {};
  function frames() { return Array.prototype.filter.call(document.querySelectorAll('iframe'), function (one) { return one.src.indexOf(origin + '/widget/') === 0; }); }
  function container(code) {
    if (!/^GTM-[A-Z0-9]{4,12}$/.test(code || '') || loaded[code] || (window.google_tag_manager && window.google_tag_manager[code])) return;
    loaded[code] = true;
    window.dataLayer = window.dataLayer || [];
    window.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
    var tag = document.createElement('script');
    tag.async = true; tag.src = 'https://www.googletagmanager.com/gtm.js?id=' + code;
    document.head.appendChild(tag);
  }
  window.addEventListener('message', function (message) {
    var data = message.data;
    if (message.origin !== origin || !data || data.toolrides !== 'widget') return;
    var frame = frames().filter(function (one) { return one.contentWindow === message.source; })[0];
    if (!frame) return;
    if (frame.dataset.height === 'auto' && data.height > 0) frame.style.height = Math.min(Math.ceil(data.height), 4000) + 'px';
    if (data.event === 'height') return;
    container(data.gtm);
    window.dataLayer = window.dataLayer || [];
    window.dataLayer.push({ event: 'toolrides_' + data.event, toolrides_widget: data.id_widget, toolrides_step: data.step });
  });
})();
`

/** `/api/hooks/widget.js`. */
export const hostScript: InboundCall = {
  path: 'widget.js',
  max_bytes: 1024,
  handle: () => Promise.resolve({ status: 200, text: HOST_SCRIPT, type: 'text/javascript; charset=utf-8' }),
}
