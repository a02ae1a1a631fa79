import { strToU8, zipSync } from 'fflate';

/** A cell as a spreadsheet stores it: its kind, its value, the number of its style, a formula. */
export interface SheetCell {
  t?: 'b' | 'd' | 'e' | 'inlineStr' | 'n' | 's' | 'str';
  v: number | string;
  s?: number;
  f?: string;
}

const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Styles by number: 0 general, 1 `0%`, 2 `0.00%`, 3 a date, 4 `0.0%`, 5 a text with a percent sign that is quoted. */
const STYLES = `<styleSheet ${NS}><numFmts count="3"><numFmt numFmtId="164" formatCode="0.0%"/><numFmt numFmtId="165" formatCode="0.0&quot;%&quot;"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd"/></numFmts>
<cellStyleXfs count="1"><xf numFmtId="9"/></cellStyleXfs>
<cellXfs count="6"><xf numFmtId="0" xfId="0"/><xf numFmtId="9" xfId="0"/><xf numFmtId="10" xfId="0"/><xf numFmtId="166" xfId="0"/><xf numFmtId="164" xfId="0"/><xf numFmtId="165" xfId="0"/></cellXfs></styleSheet>`;

/** A workbook of one sheet; texts are shared strings, as Excel stores them. */
export function spreadsheet(rows: readonly (readonly (SheetCell | number | string | null)[])[]): Buffer {
  const shared: string[] = [];
  const xmlOf = (cell: SheetCell | number | string, at: string): string => {
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
    if (typeof cell === 'string') return `<c r="${at}" t="s"><v>${shared.push(cell) - 1}</v></c>`;
    const { t, v, s, f } = cell;
    const open = `<c r="${at}"${s === undefined ? '' : ` s="${s}"`}${t ? ` t="${t}"` : ''}>`;
    if (t === 'inlineStr') return `${open}<is><t>${escaped(String(v))}</t></is></c>`;
    return `${open}${f ? `<f>${escaped(f)}</f>` : ''}<v>${escaped(String(v))}</v></c>`;
  };
  const data = rows
    .map((row, r) => {
      const cells = row.map((cell, c) => (cell === null ? '' : xmlOf(cell, `${String.fromCharCode(65 + c)}${r + 1}`)));
      return `<row r="${r + 1}">${cells.join('')}</row>`;
    })
    .join('');
  const files = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    'xl/workbook.xml': `<workbook ${NS} xmlns:r="${RELATIONS}"><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${NS}><sheetData>${data}</sheetData></worksheet>`,
    'xl/styles.xml': STYLES,
    'xl/sharedStrings.xml': `<sst ${NS}>${shared.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
  };
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(XML + text)]))),
  );
}
