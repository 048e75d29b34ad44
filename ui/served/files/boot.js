/* Before anything is drawn: what this browser keeps goes into the address, the document takes its language. */
(() => {
  const root = document.documentElement, here = new URL(location.href);
  let kept = {};
  try { kept = JSON.parse(localStorage.getItem('dr-settings')) || {}; } catch { /* nothing is kept */ }
  for (const name of ['lang', 'in']) if (kept[name] && !here.searchParams.has(name)) here.searchParams.set(name, kept[name]);
  if (here.href !== location.href) history.replaceState(history.state, '', here);
  const lang = here.searchParams.get('lang') || (navigator.language || '').slice(0, 2).toLowerCase();
  root.lang = lang === 'zh' ? 'zh-Hans' : 'en';
  addEventListener('popstate', event => window.drBack && window.drBack(event), true);
})();
