import type { MailMessage, MailSummary } from './message.ts';
import type { MailPage } from './store.ts';

const style = `
:root{color-scheme:light dark;--bg:#fdfdfb;--fg:#24211c;--card:#fff;--muted:#706b63;--line:#e5e2dc;--soft:#f3f1ed;--ink:#2b2822;--ink-fg:#fcfbf8;--ring:#2f6fc4}
@media (prefers-color-scheme:dark){:root{--bg:#1a1814;--fg:#edeae4;--card:#211f1b;--muted:#a39d93;--line:#37342e;--soft:#2a2722;--ink:#edeae4;--ink-fg:#1f1c18;--ring:#7db0f0}}
*,*::before,*::after{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:14px/22px Onest,system-ui,sans-serif}
a{color:inherit}
:focus-visible{outline:2px solid var(--ring);outline-offset:2px;border-radius:4px}
header{display:flex;flex-wrap:wrap;gap:10px 16px;align-items:center;padding:14px 20px;border-bottom:1px solid var(--line)}
header h1{font-size:15px;line-height:24px;margin:0;font-weight:620}
header p{margin:0;color:var(--muted);font-size:13px}
main{max-width:920px;margin:0 auto;padding:20px}
form.search{display:flex;gap:8px;margin-inline-start:auto;flex:1 1 260px;max-width:420px}
input{flex:1;min-width:0;height:34px;padding:0 10px;border:1px solid var(--muted);border-radius:7px;background:var(--card);color:inherit;font:inherit}
button,.btn{height:34px;padding:0 12px;border-radius:7px;border:1px solid var(--line);background:var(--card);color:inherit;font:inherit;font-weight:550;cursor:pointer;text-decoration:none;display:inline-flex;align-items:center}
button.ink{background:var(--ink);color:var(--ink-fg);border-color:var(--ink)}
ul{list-style:none;margin:0;padding:0;border:1px solid var(--line);border-radius:10px;background:var(--card);overflow:hidden}
li+li{border-top:1px solid var(--line)}
li a{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:2px 16px;padding:12px 16px;text-decoration:none}
li a:hover{background:var(--soft)}
.to,.subject,.snippet{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.to,.snippet,time{color:var(--muted);font-size:13px}.subject{font-weight:600}.subject,.snippet{grid-column:1/-1}
time{font-variant-numeric:tabular-nums;white-space:nowrap}
.empty{padding:56px 20px;text-align:center;color:var(--muted);border:1px dashed var(--line);border-radius:10px}
.views{display:flex;flex-wrap:wrap;gap:10px 16px;justify-content:space-between;margin:16px 0}
nav.tabs{display:flex;gap:8px;flex-wrap:wrap}
nav.tabs [aria-current]{background:var(--ink);color:var(--ink-fg);border-color:var(--ink)}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:2px 14px;margin:12px 0 0;font-size:13px}dt{color:var(--muted)}dd{margin:0;overflow-wrap:anywhere}
h2{font-size:20px;line-height:28px;margin:14px 0 0;overflow-wrap:anywhere}
iframe{width:100%;height:70vh;border:1px solid var(--line);border-radius:10px;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:16px;border:1px solid var(--line);border-radius:10px;background:var(--card);font:13px/20px ui-monospace,monospace}
.foot{display:flex;justify-content:space-between;gap:12px;margin-top:14px;align-items:center;color:var(--muted);font-size:13px}
`;

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function page(title: string, nonce: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style></head><body>${body}</body></html>`;
}

function addressText(list: readonly { Name: string; Address: string }[]): string {
  return list.map((entry) => (entry.Name ? `${entry.Name} <${entry.Address}>` : entry.Address)).join(', ');
}

function timeTag(iso: string): string {
  return `<time datetime="${iso}" title="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
}

function searchForm(query: string): string {
  return `<form class="search" role="search" action="/" method="get"><input type="search" name="q" value="${escapeHtml(query)}" aria-label="Search mail" placeholder="Address, subject or words"><button>Search</button></form>`;
}

function item(mail: MailSummary): string {
  return `<li><a href="/message/${mail.ID}"><span class="to">To <bdi>${escapeHtml(addressText([...mail.To, ...mail.Cc, ...mail.Bcc]))}</bdi></span>${timeTag(mail.Created)}<span class="subject" dir="auto">${escapeHtml(mail.Subject || '(no subject)')}</span><span class="snippet" dir="auto">${escapeHtml(mail.Snippet)}</span></a></li>`;
}

export function listPage(found: MailPage, query: string, start: number, limit: number, nonce: string): string {
  const q = encodeURIComponent(query);
  const list = found.messages.length
    ? `<ul>${found.messages.map(item).join('')}</ul>`
    : `<p class="empty">${query ? 'No mail matches this search.' : 'No mail yet. Whatever Sponsio sends appears here and goes no further.'}</p>`;
  const newer = start > 0 ? `<a class="btn" href="/?q=${q}&amp;start=${Math.max(0, start - limit)}">Newer</a>` : '';
  const older =
    start + limit < found.matching ? `<a class="btn" href="/?q=${q}&amp;start=${start + limit}">Older</a>` : '';
  const count = `${found.matching} ${found.matching === 1 ? 'mail' : 'mails'}${query ? ` of ${found.total}` : ''}`;
  // The page reloads for new mail, but not while a search is being typed.
  const follow = `<script nonce="${nonce}">
let seen=${JSON.stringify(`${found.matching}:${found.messages[0]?.ID ?? ''}`)};
setInterval(async()=>{if(document.hidden||document.activeElement?.name==='q')return;
try{const r=await fetch('/api/v1/search?limit=1&query='+encodeURIComponent(${JSON.stringify(query).replaceAll('<', '\\u003c')}));const j=await r.json();
if(j.messages_count+':'+(j.messages[0]?.ID??'')!==seen&&${start}===0)location.reload()}catch{}},2000)</script>`;
  return page(
    'Mailbox',
    nonce,
    `<header><div><h1>Mailbox</h1><p>Every mail of this installation stays on this computer.</p></div>${searchForm(query)}</header><main>${list}<div class="foot"><span>${count}</span><span>${newer} ${older}</span></div></main>${start === 0 ? follow : ''}`,
  );
}

export type MessageView = 'html' | 'text' | 'source';
/** Theme of a mail in its frame; that of the system by default. */
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** A mail as it looks in this theme, whatever the system's theme: its media queries are resolved here. */
export function withTheme(html: string, theme: Theme | null): string {
  if (!theme) return html;
  const answered = html.replaceAll(/\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/giu, (_, scheme: string) =>
    scheme.toLowerCase() === theme ? '(min-width:0)' : '(max-width:0)',
  );
  return `<style>:root{color-scheme:${theme}!important}</style>${answered}`;
}

export function messagePage(
  mail: MailMessage,
  view: MessageView,
  theme: Theme | null,
  source: string,
  nonce: string,
): string {
  const tab = (name: MessageView, label: string) =>
    `<a class="btn" href="/message/${mail.ID}?view=${name}"${view === name ? ' aria-current="page"' : ''}>${label}</a>`;
  const tabs = [
    mail.HTML ? tab('html', 'Message') : '',
    mail.Text ? tab('text', 'Plain text') : '',
    tab('source', 'Source'),
  ].join('');
  const look = (name: Theme | null, label: string) =>
    `<a class="btn" href="/message/${mail.ID}${name ? `?theme=${name}` : ''}"${theme === name ? ' aria-current="true"' : ''}>${label}</a>`;
  const looks =
    view === 'html'
      ? `<nav class="tabs" aria-label="Theme of the message">${look(null, 'As this computer')}${look('light', 'Light')}${look('dark', 'Dark')}</nav>`
      : '';
  const attachments = mail.Attachments.map(
    (part) =>
      `<a class="btn" href="/api/v1/message/${mail.ID}/part/${part.PartID}" download>${escapeHtml(part.FileName || part.ContentType)}</a>`,
  ).join(' ');
  const body =
    view === 'html'
      ? `<iframe title="Message" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/view/${mail.ID}.html${theme ? `?theme=${theme}` : ''}"></iframe>`
      : `<pre dir="auto">${escapeHtml(view === 'text' ? mail.Text : source)}</pre>`;
  return page(
    mail.Subject || 'Message',
    nonce,
    `<header><a class="btn" href="/">All mail</a>${searchForm('')}</header><main><h2 dir="auto">${escapeHtml(mail.Subject || '(no subject)')}</h2><dl><dt>From</dt><dd><bdi>${escapeHtml(mail.From ? addressText([mail.From]) : '')}</bdi></dd><dt>To</dt><dd><bdi>${escapeHtml(addressText([...mail.To, ...mail.Cc, ...mail.Bcc]))}</bdi></dd><dt>Sent</dt><dd>${timeTag(escapeHtml(mail.Date))}</dd>${attachments ? `<dt>Files</dt><dd>${attachments}</dd>` : ''}</dl><div class="views"><nav class="tabs" aria-label="Views">${tabs}</nav>${looks}</div>${body}</main>`,
  );
}

export function missingPage(nonce: string): string {
  return page(
    'Not here',
    nonce,
    `<header><a class="btn" href="/">All mail</a></header><main><p class="empty">This mail is not here. It may have expired or been deleted.</p></main>`,
  );
}
