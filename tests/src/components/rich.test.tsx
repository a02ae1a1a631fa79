import { describe, expect, it } from 'vitest';
import { Rich } from '../../../src/components/text/Rich.tsx';
import { markup } from '../../support/texts.tsx';

describe('a text with elements', () => {
  it('keeps the order of its language', async () => {
    const parts = { amount: <bdi>€450.00</bdi>, b: (inner: string) => <b>{inner}</b> };
    expect(
      await markup(<Rich text="If you do nothing, <amount/> is released on <b>Wed 25 Nov</b>." parts={parts} />),
    ).toBe('If you do nothing, <bdi>€450.00</bdi> is released on <b>Wed 25 Nov</b>.');
    expect(await markup(<Rich text="<b>Wed</b>: <amount/>" parts={parts} />)).toBe('<b>Wed</b>: <bdi>€450.00</bdi>');
  });

  it('never reads markup in a value as markup', async () => {
    expect(
      await markup(<Rich text="<b><script>alert(1)</script></b>" parts={{ b: (inner) => <b>{inner}</b> }} />),
    ).toBe('<b>&lt;script&gt;alert(1)&lt;/script&gt;</b>');
  });

  it('shows the words where a part is missing', async () => {
    expect(await markup(<Rich text="a <c>b</c>" parts={{}} />)).toBe('a b');
  });
});
