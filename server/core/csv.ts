/** Quoted where needed; text that a spreadsheet would run as a formula begins with an apostrophe. */
export function csvCell(text: string): string {
  const safe = /^[\s\u200b-\u200f\ufeff]*[=+\-@＝＋－＠]|^[\t\r]/u.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Programs that guess the encoding guess right with a byte order mark. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`;
