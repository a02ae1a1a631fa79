import { randomBytes } from 'node:crypto';
import { directionOf, FALLBACK_LOCALE, matchLocale, type Locale } from '../../../../core/locale.ts';
import { formatMoney, type Currency } from '../../../../core/money.ts';
import { word } from './strings.ts';

const STYLE = `
:root{color-scheme:light dark;--bg:oklch(.975 .004 88);--card:oklch(1 0 0);--ink:oklch(.22 .012 80);--soft:oklch(.475 .014 80);--line:oklch(.907 .007 88);--input:oklch(.625 .014 82);
--ring:oklch(.55 .155 252);--gold:oklch(.815 .148 84);--gold-ink:oklch(.22 .03 75);--gold-line:oklch(.645 .128 76);--note:oklch(.951 .05 88);--note-ink:oklch(.40 .09 66);--bad:oklch(.952 .024 22);--bad-ink:oklch(.44 .165 27)}
@media (prefers-color-scheme:dark){:root{--bg:oklch(.19 .008 80);--card:oklch(.235 .009 80);--ink:oklch(.94 .005 88);--soft:oklch(.73 .01 85);--line:oklch(.33 .01 80);--input:oklch(.56 .012 82);
--ring:oklch(.72 .12 250);--note:oklch(.33 .05 80);--note-ink:oklch(.9 .07 88);--bad:oklch(.32 .06 22);--bad-ink:oklch(.88 .06 22)}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
.banner{background:var(--note);color:var(--note-ink);text-align:center;padding:.5rem 1rem;font-size:.875rem;font-weight:600}
main{max-width:27rem;margin:0 auto;padding:1.5rem 1rem 4rem}h1{font-size:1.375rem;line-height:1.25;margin:0 0 1rem}
.panel{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem;margin-block-end:1rem}
dl{margin:0;display:grid;grid-template-columns:1fr auto;gap:.375rem 0}dt,dd{margin:0}dd{text-align:end;padding-inline-start:1rem;font-variant-numeric:tabular-nums}.sum{font-weight:650;border-block-start:1px solid var(--line);padding-block-start:.5rem;margin-block-start:.25rem}
label{display:block;font-size:.875rem;font-weight:550;margin-block:.875rem .25rem}input:not([type=radio]):not([type=checkbox]),select{width:100%;font:inherit;color:inherit;background:transparent;border:1px solid var(--input);border-radius:.5rem;padding:.6rem .75rem;min-height:2.75rem}
.ltr{direction:ltr;unicode-bidi:isolate;white-space:nowrap}.pair{display:grid;grid-template-columns:1fr 1fr;gap:.75rem}fieldset{border:0;padding:0;margin:0}legend{font-size:.875rem;font-weight:550;padding:0}.choice{display:flex;gap:.5rem;align-items:center;font-weight:450;font-size:1rem;min-height:2.75rem;margin:0}
.choice input{inline-size:1.125rem;block-size:1.125rem;margin:0}button{font:inherit;cursor:pointer;border-radius:.5rem;min-height:2.75rem;padding:.5rem 1rem;border:1px solid var(--input);background:transparent;color:inherit}
button.main{width:100%;background:var(--gold);color:var(--gold-ink);border-color:var(--gold-line);font-weight:650;margin-block-start:1.25rem}button.main.plain{background:var(--ink);color:var(--bg);border-color:var(--ink)}button[disabled]{opacity:.6;cursor:default}.stack{display:grid;gap:.625rem;margin-block-start:.625rem}
:focus-visible{outline:2px solid var(--ring);outline-offset:2px}.error{background:var(--bad);color:var(--bad-ink);border-radius:.5rem;padding:.625rem .75rem;margin-block-end:1rem}.soft{color:var(--soft);font-size:.875rem}
details{margin-block-start:1rem}summary{cursor:pointer;font-size:.875rem;min-height:2rem}ul{list-style:none;padding:0;margin:.25rem 0 0;display:grid;gap:.25rem}li button{width:100%;display:flex;justify-content:space-between;gap:.75rem;text-align:start;border-color:var(--line);font-size:.8125rem;min-height:2.5rem}
a{color:inherit}.back{display:block;text-align:center;margin-block-start:1.25rem;font-size:.875rem}form:has(#by-debit:checked) .by-card,form:not(:has(#by-debit:checked)) .by-debit{display:none}`;

const SCRIPT = `
document.querySelectorAll('[data-fill]').forEach(function(b){b.addEventListener('click',function(){
var i=document.querySelector('input[name='+b.dataset.fill+']');i.value=b.dataset.value;document.querySelector('button[type=submit]').focus()})});
document.querySelectorAll('form').forEach(function(f){f.addEventListener('submit',function(){setTimeout(function(){
f.querySelectorAll('button').forEach(function(b){b.disabled=true})},0)})});`;

export interface Page {
  html: string;
  nonce: string;
}

/** Already escaped markup. */
export type Html = { readonly markup: string };

export const raw = (markup: string): Html => ({ markup });

/** Tagged template: interpolated text is escaped, `Html` and lists of it are not. */
export function html(parts: TemplateStringsArray, ...values: (Html | Html[] | number | string)[]): Html {
  const text = (value: Html | Html[] | number | string): string =>
    Array.isArray(value)
      ? value.map(text).join('')
      : typeof value === 'object'
        ? value.markup
        : escapeHtml(String(value));
  return raw(parts.reduce((out, part, index) => out + part + (index < values.length ? text(values[index]!) : ''), ''));
}

export const nothing = raw('');

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

export function page(locale: Locale, title: string, body: Html): Page {
  const nonce = randomBytes(16).toString('base64');
  const content = html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style nonce="${nonce}">${raw(STYLE)}</style></head>
<body><header class="banner">${word('banner', locale)}</header><main><h1>${title}</h1>${body}</main><script nonce="${nonce}">${raw(SCRIPT)}</script></body></html>`;
  return { html: content.markup, nonce };
}

/** The language of a page: what the caller chose, else the browser's first language that the pages have. */
export function pageLocale(chosen: string | null | undefined, acceptLanguage: string | undefined): Locale {
  const explicit = chosen === 'auto' ? null : matchLocale(chosen);
  if (explicit) return explicit;
  for (const tag of (acceptLanguage ?? '').split(',')) {
    const found = matchLocale(tag.split(';')[0]?.trim());
    if (found) return found;
  }
  return FALLBACK_LOCALE;
}

export const price = (amount: number, currency: string, locale: Locale): string =>
  formatMoney({ amount, currency: currency.toUpperCase() as Currency }, locale);
