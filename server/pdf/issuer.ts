import type { Operator } from '../core/operator.ts';
import { isolated } from './bidi.ts';
import type { Pages } from './page.ts';

/** The product's name; the legal entity behind it is the operator of the installation. */
export const PRODUCT = 'Sponsio';

/** Who issues a document, as it was when the document was issued. */
export type Issuer = Pick<Operator, 'name' | 'address' | 'register' | 'vat'>;

/** An address on its lines, each with its own direction. */
export const addressLines = (address: string): string[] =>
  address
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map(isolated);

/** Name, address, register and VAT number of the issuer, as an invoice must carry them. */
export function issuedBy(pages: Pages, issuer: Issuer, t: (key: string) => string): void {
  pages.field(t('issuer'), [isolated(issuer.name), ...addressLines(issuer.address)]);
  if (issuer.register) pages.field(t('register'), issuer.register, { technical: true });
  if (issuer.vat) pages.field(t('vatNumber'), issuer.vat, { technical: true });
}

export const footerOf = (issuer: Issuer, name: string, page: string): string =>
  [PRODUCT, isolated(issuer.name), isolated(name), page].join(' · ');
