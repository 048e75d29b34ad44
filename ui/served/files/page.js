/* What Streamlit's widgets cannot do: pages turned without loading, a field that Enter sends and that offers names of cards, a
   citation opened over the page, passing an answer on, what the browser keeps. No library; nothing is asked of another server. */
const root = document.documentElement;
const one = (what, at = document) => at.querySelector(what);
const all = (what, at = document) => [...at.querySelectorAll(what)];
const WORDS = JSON.parse(one('#dr-words').textContent);
const lang = () => (root.lang.startsWith('zh') ? 'zh' : 'en');
const say = key => WORDS[key][lang()];
const main = () => one('[data-testid=stMain]');
const drawn = () => one('[data-testid=stMain] :is(h1, [role=alert], [data-testid=stException])'); /* a page, or why there is none */
const settled = () => one('[data-testid=stApp][data-test-script-state=notRunning]') && drawn();

const made = (name, given = {}, ...inside) => {
  const found = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (key.startsWith('on')) found.addEventListener(key.slice(2), value);
    else if (value !== false && value != null) found.setAttribute(key, value === true ? '' : value);
  }
  found.append(...inside);
  return found;
};

/* What the browser keeps. */
const read = (key, otherwise) => { try { return JSON.parse(localStorage.getItem(key)) ?? otherwise; } catch { return otherwise; } };
const keep = (key, value) => { try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* it keeps nothing */ } };
const MOST_RECENT = 8;
const asked = () => new URL(location.href).searchParams.get('q') || '';

function remember() {
  const question = asked().trim();
  if (!question || question.length > 500 || !one('.dr-ruling')) return;
  const earlier = read('dr-recent', []);
  if (earlier[0] !== question) keep('dr-recent', [question, ...earlier.filter(q => q !== question)].slice(0, MOST_RECENT));
}

function showRecent() {
  for (const box of all('.dr-recent')) {
    const questions = read('dr-recent', []);
    if (box.dataset.shown === String(questions)) continue;
    box.dataset.shown = String(questions);
    box.replaceChildren();
    if (!questions.length) continue;
    const clear = made('button', { type: 'button', class: 'dr-clear', onclick: () => { keep('dr-recent', []); showRecent(); } }, box.dataset.clear);
    const items = questions.map(q => made('li', {}, made('a', { href: `./?q=${encodeURIComponent(q)}` }, q)));
    box.append(made('h2', {}, box.dataset.title), made('ul', { class: 'dr-examples' }, ...items), clear);
  }
}

function setting(name, value) {
  const kept = read('dr-settings', {});
  if (value) kept[name] = value; else delete kept[name];
  keep('dr-settings', kept);
  const here = new URL(location.href);
  if (value) here.searchParams.set(name, value); else here.searchParams.delete(name);
  go(here.href);
}

/* Turning pages: the address changes and Streamlit is told, as Back and Forward tell it. */
let shownAt = '', due = null;
let places = {}; /* where each address was left */
try { places = JSON.parse(sessionStorage.getItem('dr-places')) || {}; } catch { /* nothing is kept */ }

function leave() {
  if (main()) places[location.href] = main().scrollTop;
  try { sessionStorage.setItem('dr-places', JSON.stringify(places)); } catch { /* it keeps nothing */ }
}

function within(link) {
  const url = new URL(link.getAttribute('href'), location.href);
  return url.origin === location.origin && !url.pathname.includes('/dr/') && link.getAttribute('target') !== '_blank';
}

function go(address) {
  const url = new URL(address, location.href), here = new URL(location.href);
  for (const name of ['lang', 'in']) {
    if (here.searchParams.has(name) && !url.searchParams.has(name) && url.pathname !== here.pathname) {
      url.searchParams.set(name, here.searchParams.get(name));
    }
  }
  leave();
  due = { top: 0, until: performance.now() + 4000 };
  history.pushState({}, '', url);
  dispatchEvent(new PopStateEvent('popstate', { state: { turned: true } }));
}

window.drBack = event => {
  const sheet = one('#dr-sheet');
  if (event.state?.turned) return turned();
  if (sheet?.open && !event.state?.sheet) { sheet.close(); event.stopImmediatePropagation(); return; }
  due = { top: places[location.href] || 0, sheet: event.state?.sheet, until: performance.now() + 4000 };
  turned();
};

function turned() {
  const here = new URL(location.href);
  const chosen = here.searchParams.get('lang') || (navigator.language || '').slice(0, 2).toLowerCase();
  root.lang = chosen === 'zh' ? 'zh-Hans' : 'en';
  const page = here.pathname.split('/').pop() || 'ask';
  const tabs = all('#dr-nav a[data-page]'), narrow = !matchMedia('(min-width: 48rem)').matches;
  for (const tab of tabs) {
    const under = narrow && tab.dataset.page === 'more' && tabs.some(t => t.dataset.page === page && t.parentElement.className === 'dr-wide');
    if (tab.dataset.page === page || under) tab.setAttribute('aria-current', 'page'); else tab.removeAttribute('aria-current');
  }
  if (shownAt && shownAt !== here.href) hide();
  shownAt = here.href;
}

/* Half drawn pages are not shown: what moves about while it is being drawn cannot be read. */
let hiding = 0;
function hide() {
  root.classList.add('dr-turning');
  hiding = performance.now();
  setTimeout(() => root.classList.remove('dr-turning'), 3000);
}

let last = '';
function tick() {
  if (location.href !== last) { last = location.href; if (location.href !== shownAt) turned(); }
  wire();
  if (!settled() && !(performance.now() > 4000 && drawn())) return;
  if (root.classList.contains('dr-loading')) { root.classList.remove('dr-loading'); one('#dr-shell')?.remove(); }
  if (performance.now() - hiding > 60) root.classList.remove('dr-turning'); else setTimeout(later, 70);
  remember();
  showRecent();
  arrive();
}

function arrive() {
  const marked = one('.dr-passage.marked');
  if (marked && !marked.dataset.seen && !(due?.top > 0)) {
    marked.dataset.seen = 'yes';
    due = null;
    requestAnimationFrame(() => marked.scrollIntoView({ block: 'center' }));
  } else if (due && performance.now() < due.until && main()) {
    if (marked) marked.dataset.seen = 'yes';
    main().scrollTop = due.top;
    if (due.sheet) openSheet(due.sheet, null, false);
    if (due.sheet || Math.abs(main().scrollTop - due.top) < 2) due = null;
  }
}

let waiting = false;
function later() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; tick(); });
}
new MutationObserver(later).observe(one('#root'), { childList: true, subtree: true, attributes: true, attributeFilter: ['data-test-script-state'] });
setInterval(later, 1000);

/* The field: Enter sends, Shift and Enter begins a line, names of cards are offered. */
const wired = new WeakSet();
function wire() {
  for (const own of all('[data-testid=stMain] [aria-label="Open"], [data-testid=stMain] [aria-label^="Shortcut "]')) { /* Streamlit's English */
    const key = own.ariaLabel.slice('Shortcut '.length), named = own.ariaLabel === 'Open' ? say('frame.open') : `${say('frame.shortcut')} ${key}`;
    if (own.ariaLabel !== named) own.ariaLabel = named;
  }
  for (const own of all('[placeholder="Choose an option"]')) own.placeholder = say('frame.choose');
  for (const field of all('.st-key-dr-ask-row textarea, .st-key-dr-card-row input')) {
    if (wired.has(field)) continue;
    wired.add(field);
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('autocomplete', 'off');
    field.addEventListener('keydown', event => pressed(event, field));
    field.addEventListener('input', () => offer(field));
    field.addEventListener('blur', () => setTimeout(withdraw, 150));
  }
}

function send(field) {
  withdraw();
  const button = one('[data-testid=stFormSubmitButton] button', field.closest('[data-testid=stForm]'));
  setTimeout(() => button.click(), 0);
}

let offers = [], at = -1, timer = 0, offeredTo = null;
const list = made('ul', { id: 'dr-names', role: 'listbox', hidden: true });
document.body.append(list);

function pressed(event, field) {
  if (event.isComposing) return;
  const open = offeredTo === field && !list.hidden;
  if (open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
    event.preventDefault();
    point((at + (event.key === 'ArrowDown' ? 1 : -1) + offers.length + 1) % (offers.length + 1), field);
  } else if (open && event.key === 'Escape') {
    event.preventDefault();
    withdraw();
  } else if (event.key === 'Enter' && open && at >= 0 && at < offers.length) {
    event.preventDefault();
    event.stopPropagation();
    choose(offers[at], field);
  } else if (event.key === 'Enter' && field.tagName === 'TEXTAREA' && !event.shiftKey) {
    event.preventDefault();
    send(field);
  }
}

function point(to, field) {
  at = to;
  [...list.children].forEach((item, n) => item.setAttribute('aria-selected', String(n === at)));
  if (at < offers.length) field.setAttribute('aria-activedescendant', `dr-name-${at}`); else field.removeAttribute('aria-activedescendant');
}

function withdraw() {
  list.hidden = true;
  if (offeredTo) { offeredTo.removeAttribute('aria-activedescendant'); offeredTo.removeAttribute('aria-controls'); }
  offeredTo = null;
  at = -1;
}

function offer(field) {
  clearTimeout(timer);
  const whole = field.tagName === 'INPUT';
  const typed = field.value.slice(0, field.selectionStart ?? field.value.length);
  if (typed.trim().length < 2) return withdraw();
  timer = setTimeout(async () => {
    const query = new URLSearchParams({ t: typed.slice(-200), lang: lang(), ...(whole ? { whole: '1' } : {}) });
    const found = await fetch(`./dr/names?${query}`).then(answer => answer.json()).catch(() => []);
    const now = field.value.slice(0, field.selectionStart ?? field.value.length);
    if (now !== typed || document.activeElement !== field) return;
    const cut = typed.length - Math.min(typed.length, 200);
    show(found.map(card => ({ ...card, start: [...typed.slice(cut)].slice(0, card.start).join('').length + cut })), field);
  }, 120);
}

function show(cards, field) {
  offers = cards;
  const typed = field.value.slice(0, field.selectionStart ?? field.value.length);
  if (!cards.length || cards.some(card => typed.slice(card.start) === card.name)) return withdraw();
  offeredTo = field;
  list.replaceChildren(...cards.map((card, n) => made('li', { role: 'option', id: `dr-name-${n}`, 'aria-selected': 'false', class: `dr-frame ${card.frame}`, onmousedown: event => { event.preventDefault(); choose(card, field); } },
    made('span', { class: 'dr-name-own' }, card.name), made('span', { class: 'dr-hint' }, [card.other, card.kind].filter(Boolean).join(' · ')))));
  const box = field.getBoundingClientRect(), below = innerHeight - box.bottom;
  list.style.left = `${Math.max(8, box.left)}px`;
  list.style.width = `${Math.min(innerWidth - 16, Math.max(box.width, 280))}px`;
  list.style.top = below > 200 ? `${box.bottom + 4}px` : '';
  list.style.bottom = below > 200 ? '' : `${innerHeight - box.top + 4}px`;
  list.style.maxHeight = `${Math.max(140, (below > 200 ? below : box.top) - 70)}px`;
  list.setAttribute('aria-label', say('frame.cards'));
  list.hidden = false;
  field.setAttribute('aria-controls', 'dr-names');
  point(cards.length, field);
}

function choose(card, field) {
  withdraw();
  if (field.tagName === 'INPUT') return go(`./card?name=${encodeURIComponent(card.number)}&lang=${lang()}`);
  const end = field.selectionStart ?? field.value.length;
  const before = field.value.slice(0, card.start), after = field.value.slice(end);
  const open = /["“「『《]$/.test(before), close = { '“': '”', '「': '」', '『': '』', '《': '》' }[before.slice(-1)] || '"';
  const text = open ? card.name + close : `"${card.name}"`;
  write(field, before + text + (after || (/^[\x00-\x7f]*$/.test(card.name) ? ' ' : '')), (before + text).length + 1);
}

function write(field, value, cursor) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.setSelectionRange(cursor, cursor);
  withdraw();
  clearTimeout(timer);
}

/* A citation opened over the page. */
function dialog(id, ...inside) {
  const found = made('dialog', { id, class: 'dr-dialog', 'aria-labelledby': `${id}-title` }, ...inside);
  found.addEventListener('click', event => { if (event.target === found) dismiss(found); });
  found.addEventListener('cancel', event => { event.preventDefault(); dismiss(found); });
  document.body.append(found);
  return found;
}

const press = (key, act, extra = {}) => made('button', { type: 'button', class: 'dr-do', onclick: act, ...extra }, say(key));
function dismiss(box) { if (history.state?.sheet) history.back(); else box.close(); }

let opener = null;
async function openSheet(id, from, push = true) {
  one('#dr-sheet')?.remove();
  opener = from || one(`[data-sheet="${CSS.escape(id)}"]`);
  const body = made('div', { class: 'dr-dialog-body stHtml', tabindex: '0', 'aria-busy': 'true' }, made('h2', { id: 'dr-sheet-title' }, '…'));
  const about = new URLSearchParams({ id, lang: lang(), about: asked().slice(0, 400) });
  const ids = [...new Set(all('[data-sheet]').filter(a => a.checkVisibility() || a === opener).map(a => a.dataset.sheet))], here = ids.indexOf(id);
  const step = by => () => openSheet(ids[here + by], null, false);
  const foot = made('div', { class: 'dr-bar' },
    press('frame.previous', step(-1), { disabled: here <= 0 }), press('frame.next', step(1), { disabled: here < 0 || here >= ids.length - 1 }),
    press('frame.close', () => dismiss(box)));
  const box = dialog('dr-sheet', body, foot);
  box.addEventListener('close', () => { opener?.focus({ preventScroll: true }); box.remove(); });
  box.showModal();
  if (push) { leave(); history.pushState({ sheet: id }, '', location.href); } else history.replaceState({ sheet: id }, '', location.href);
  body.innerHTML = await fetch(`./dr/sheet?${about}`).then(answer => (answer.ok ? answer.text() : Promise.reject(new Error(answer.statusText))))
    .catch(() => `<h2 id="dr-sheet-title">${say('frame.failed')}</h2>`);
  body.removeAttribute('aria-busy');
  const mark = one('mark', body);
  if (mark && mark.offsetTop > body.clientHeight * 0.6) body.scrollTop = mark.offsetTop - body.clientHeight / 3;
}

/* Passing an answer on. */
function address() {
  const named = one('meta[name=dr-base]').content, local = one('meta[name=dr-local]').content;
  const page = location.pathname.split('/').pop(), here = new URLSearchParams(location.search);
  here.set('lang', lang());
  const loop = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  const base = named || (loop && local) || new URL('./', location.href).href;
  return { url: `${base.replace(/\/?$/, '/')}${page}?${here}`, reachable: Boolean(named || !loop || local) };
}

/* An address as it is read; what is copied and scanned stays as the network has it. */
const readable = url => { try { return decodeURI(url).replace(/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g, encodeURIComponent); } catch { return url; } };

function share() {
  one('#dr-share')?.remove();
  const { url, reachable } = address(), text = one('.dr-answer-text')?.textContent || document.title;
  const told = made('p', { role: 'status', class: 'dr-hint' });
  const copy = what => async () => {
    try { await navigator.clipboard.writeText(what); } catch {
      const hold = made('textarea', {}, what);
      box.append(hold); hold.select(); document.execCommand('copy'); hold.remove();
    }
    told.textContent = say('frame.copied');
  };
  const code = made('img', { src: `./dr/code.svg?${new URLSearchParams({ a: url })}`, alt: say('frame.scan'), class: 'dr-code' });
  const send = navigator.share ? [press('frame.pass', () => navigator.share({ title: document.title, text, url }).catch(() => {}))] : [];
  const box = dialog('dr-share', made('div', { class: 'dr-dialog-body stHtml' },
    made('h2', { id: 'dr-share-title' }, say('ask.share')), made('p', { class: 'dr-address' }, readable(url)),
    ...(reachable ? [] : [made('p', { class: 'dr-care' }, say('frame.local'))]),
    ...(reachable && url.length < 1200 ? [code, made('p', { class: 'dr-hint' }, say('frame.scan'))] : []), told),
  made('div', { class: 'dr-bar' }, ...send, press('frame.copy', copy(`${text}\n\n${url}`)), press('frame.copy-link', copy(url)), press('frame.close', () => box.close())));
  box.addEventListener('close', () => { box.remove(); one('[data-do=share]')?.focus(); });
  box.showModal();
}

function wrong() {
  const box = one('.st-key-dr-wrong details');
  if (!box) return;
  if (!box.open) one('summary', box).click();
  setTimeout(() => { box.scrollIntoView({ block: 'start' }); one('textarea', box)?.focus({ preventScroll: true }); }, 250);
}

document.addEventListener('click', event => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const target = event.target.closest('a[href], button');
  if (!target) return;
  if (target.dataset.sheet) { event.preventDefault(); openSheet(target.dataset.sheet, target, !history.state?.sheet); }
  else if (target.dataset.do === 'share') share();
  else if (target.dataset.do === 'wrong') wrong();
  else if (target.dataset.do === 'print') print();
  else if (target.closest('[class*="st-key-dr-open-"]')) one('.st-key-dr-audit-pager')?.scrollIntoView({ block: 'nearest' }); /* from the list below */
  else if (target.id === 'dr-lang') setting('lang', lang() === 'zh' ? 'en' : 'zh');
  else if (target.dataset.territory) setting('in', target.dataset.territory === 'both' ? '' : target.dataset.territory);
  else if (target.classList.contains('dr-skip')) { event.preventDefault(); one('[data-testid=stMain] textarea, [data-testid=stMain] input, [data-testid=stMain] a')?.focus(); }
  else if (target.hasAttribute('href') && target.closest('.stHtml, .dr-graphs, #dr-nav, #dr-top, .dr-dialog') && within(target) && !target.getAttribute('href').startsWith('#')) {
    event.preventDefault();
    const address = new URL(target.getAttribute('href'), location.href).href;
    const chosen = new URL(address).searchParams.get('lang');
    if (chosen && chosen !== lang()) keep('dr-settings', { ...read('dr-settings', {}), lang: chosen });
    const sheet = target.closest('#dr-sheet');
    if (sheet) { leave(); sheet.close(); }
    go(address);
  }
}, true);

let scrolled = 0;
document.addEventListener('scroll', event => { if (event.target === main()) { clearTimeout(scrolled); scrolled = setTimeout(leave, 200); } }, true);
turned();
later();
