import { directionOf, labeled, type Locale } from '../../core/locale.ts';

export interface MailContent {
  locale: Locale;
  subject: string;
  heading: string;
  paragraphs: string[];
  /** Six digits, shown large and read digit by digit. */
  code?: string;
  button?: { label: string; url: string };
  /** Small print under the line. */
  notes: string[];
  brand: string;
  tagline: string;
  /** Who operates the platform, as commercial mail must say. */
  operator: string;
  /** "If the button does not work …" */
  fallback: string;
}

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/**
 * Styles are written twice where it matters: inline for readers that drop the head, as classes for dark mode, which
 * only readers that keep the head support. Logical properties carry right-to-left; no tables, one column of at most 560
 * px.
 */
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#191714!important;color:#f4f1ea!important}
.card{background:#24211d!important;border-color:#3b362f!important}
.quiet{color:#b6afa3!important}
.code{background:#191714!important;border-color:#57503f!important;color:#f4f1ea!important}
.button{background:#f4f1ea!important;color:#1e1b16!important}
.mark{color:#edb43a!important}
}
@media (max-width:480px){.card{padding:24px 20px!important}.code{font-size:28px!important;letter-spacing:5px!important}}`;

export function mailHtml(c: MailContent): string {
  const dir = directionOf(c.locale);
  const font = `font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Arabic','PingFang SC','Microsoft YaHei',Arial,sans-serif`;
  const paragraphs = c.paragraphs
    .map((p) => `<p style="margin:0 0 16px;font-size:16px;line-height:1.55">${escapeHtml(p)}</p>`)
    .join('\n');
  const code = c.code
    ? `<p class="code" dir="ltr" style="margin:8px 0 20px;padding:16px;border:1px solid #d9d4ca;border-radius:10px;background:#faf8f4;color:#1e1b16;font-size:34px;font-weight:600;letter-spacing:8px;text-align:center;font-variant-numeric:tabular-nums">${escapeHtml(c.code)}</p>`
    : '';
  const button = c.button
    ? `<p style="margin:8px 0 20px"><a class="button" href="${escapeHtml(c.button.url)}" style="display:inline-block;padding:13px 22px;border-radius:8px;background:#2b2823;color:#fdfcf9;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(c.button.label)}</a></p>
<p class="quiet" style="margin:0 0 4px;font-size:13px;line-height:1.5;color:#6b655a">${escapeHtml(c.fallback)}<br><a class="quiet" href="${escapeHtml(c.button.url)}" dir="ltr" style="color:#6b655a;word-break:break-all">${escapeHtml(c.button.url)}</a></p>`
    : '';
  const notes = c.notes
    .map(
      (n) =>
        `<p class="quiet" style="margin:0 0 6px;font-size:13px;line-height:1.5;color:#6b655a">${escapeHtml(n)}</p>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="${c.locale}" dir="${dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(c.subject)}</title><style>${STYLE}</style></head>
<body class="page" dir="${dir}" style="margin:0;padding:0;background:#f4f2ed;color:#1e1b16;${font};text-align:start">
<div role="article" lang="${c.locale}" style="max-width:560px;margin:0 auto;padding:28px 16px">
<p style="margin:0 0 16px;font-size:20px;font-weight:700"><span class="mark" aria-hidden="true" dir="ltr" style="display:inline-block;color:#c98a12">◖◗</span> ${escapeHtml(c.brand)}</p>
<div class="card" style="padding:32px 28px;border:1px solid #e4e0d7;border-radius:14px;background:#ffffff">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:650">${escapeHtml(c.heading)}</h1>
${paragraphs}
${code}
${button}
</div>
<div style="padding:18px 4px 0">
${notes}
<p class="quiet" style="margin:10px 0 0;font-size:13px;color:#6b655a">${escapeHtml(c.brand)} · ${escapeHtml(c.tagline)}<br>${escapeHtml(c.operator)}</p>
</div>
</div>
</body>
</html>
`;
}

/** The same mail for readers without HTML. */
export function mailText(c: MailContent): string {
  return [
    c.heading,
    ...c.paragraphs,
    ...(c.code ? [c.code] : []),
    ...(c.button ? [`${labeled(c.button.label, '', c.locale).trimEnd()}\n${c.button.url}`] : []),
    ...c.notes,
    `--\n${c.brand} · ${c.tagline}\n${c.operator}`,
  ].join('\n\n');
}
