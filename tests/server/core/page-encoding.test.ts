import { expect, test } from 'vitest';
import { pageText } from '../../../server/core/page-encoding.ts';

const META = '<meta charset="windows-1251">';
const HTTP_EQUIV = '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">';
const PUBLICITE = 'Publicité';
const latin1 = (text: string) => Buffer.from(text, 'latin1');

test.each([
  ['in the answer', 'iso-8859-1', latin1(PUBLICITE), PUBLICITE],
  ['in the page', null, latin1(HTTP_EQUIV + PUBLICITE), HTTP_EQUIV + PUBLICITE],
  ['in the page, in another alphabet', null, latin1(`${META}\u00e9`), `${META}й`],
  [
    'in its XML declaration',
    null,
    latin1(`<?xml version="1.0" encoding="ISO-8859-1"?>${PUBLICITE}`),
    `<?xml version="1.0" encoding="ISO-8859-1"?>${PUBLICITE}`,
  ],
  ['in both: the answer counts', 'utf-8', Buffer.from(META + PUBLICITE), META + PUBLICITE],
  ['by its first bytes before all', 'iso-8859-1', Buffer.from(`\ufeff${PUBLICITE}`), PUBLICITE],
  ['nowhere: UTF-8', null, Buffer.from(PUBLICITE), PUBLICITE],
  [
    'by a name that nobody knows: UTF-8',
    'nonsense',
    Buffer.from(`<meta charset="nonsense">${PUBLICITE}`),
    `<meta charset="nonsense">${PUBLICITE}`,
  ],
  [
    'as UTF-16 by a page that is not',
    null,
    Buffer.from(`<meta charset="utf-16">${PUBLICITE}`),
    `<meta charset="utf-16">${PUBLICITE}`,
  ],
])('a page is read in the encoding that is stated %s', (_, charset, body, text) => {
  expect(pageText(body, charset)).toBe(text);
});
