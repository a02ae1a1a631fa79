import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { LOCALES } from '../../../../server/core/locale.ts';
import { durationWords } from '../../../../server/core/duration-words.ts';
import { SHIPPED_FEE_BPS } from '../../../../server/features/policies/fees/rules.ts';
import { COMMISSION_MAX_BPS, KILL_FEE_MAX_BPS, SHIPPED_CLOCKS } from '../../../../server/features/policies/rules.ts';
import { FICTITIOUS_OPERATOR } from '../../../../server/core/operator-settings.ts';
import { CAPABILITIES, ROLES } from '../../../../src/lib/capabilities.ts';
import { CookiePage } from '../../../../src/features/policies/CookiePage.tsx';
import { FeaturesPage } from '../../../../src/features/policies/FeaturesPage.tsx';
import { PrivacyPage } from '../../../../src/features/policies/PrivacyPage.tsx';
import { TermsPage } from '../../../../src/features/policies/TermsPage.tsx';
import { BROWSER_ENTRIES } from '../../../../src/lib/cookie-registry.ts';
import { createFormat } from '../../../../src/lib/format.ts';
import { markup } from '../../../support/texts.tsx';

// The frame needs a router; what is tested is the text inside it.
vi.mock('@/components/page/PublicShell.tsx', () => ({
  PublicShell: ({ children }: { children: ReactNode }) => children,
}));
vi.mock('@/components/page/heading-focus.ts', () => ({ useHeadingFocus: () => null }));
vi.mock('@/components/page/ConsentSettings.tsx', () => ({ ConsentSettings: () => null }));
vi.mock('@/features/policies/use-operator.ts', () => ({
  useOperator: () => ({ operator: FICTITIOUS_OPERATOR, failed: false, retry: () => {} }),
}));
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children, to }: { children: ReactNode; to: string }) => <a href={to}>{children}</a>,
}));

const PAGES = {
  terms: <TermsPage />,
  privacy: <PrivacyPage />,
  cookies: <CookiePage />,
  ...Object.fromEntries(ROLES.map((role) => [`features for ${role}`, <FeaturesPage key={role} role={role} />])),
};

/** Text without markup, entities of the few signs that are escaped turned back. */
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/gu, ' ')
    .replace(/&#x27;/gu, "'")
    .replace(/&quot;/gu, '"')
    .replace(/&amp;/gu, '&')
    .replace(/\s+/gu, ' ');

describe('policies and features', () => {
  for (const locale of LOCALES) {
    it(`render whole in ${locale}: no key left standing, no hole unfilled`, async () => {
      for (const [name, page] of Object.entries(PAGES)) {
        const text = textOf(await markup(page, locale));
        expect(text.length, name).toBeGreaterThan(600);
        expect(
          text.match(/\{\{|\}\}|<\/?\w|\b(?:section|capability|faq|column|zero|purpose|data)\.[a-z]\w*/gu) ?? [],
          `${name} in ${locale}`,
        ).toEqual([]);
      }
    });

    it(`name the shipped fees, caps and clocks in ${locale}`, async () => {
      const terms = textOf(await markup(PAGES.terms, locale));
      const { percent } = createFormat(locale, 'UTC');
      for (const bps of [SHIPPED_FEE_BPS.brand, SHIPPED_FEE_BPS.creator, KILL_FEE_MAX_BPS, COMMISSION_MAX_BPS])
        expect(terms).toContain(percent(bps).replace(/\s+/gu, ' '));
      for (const [clock, { min, fallback, max }] of Object.entries(SHIPPED_CLOCKS)) {
        for (const iso of [min, fallback, max])
          expect(terms, `${clock} ${iso}`).toContain(durationWords(iso, locale).replace(/\s+/gu, ' '));
      }
    });
  }

  for (const locale of LOCALES)
    it(`name the operator and its subprocessors in ${locale}`, async () => {
      const { subprocessors, fictitious, law, euRepresentative, dataProtectionOfficer, ...facts } = FICTITIOUS_OPERATOR;
      const terms = await markup(PAGES.terms, locale);
      expect(terms).toContain('id="operator"');
      expect(fictitious && !euRepresentative && !dataProtectionOfficer).toBe(true);
      for (const value of Object.values(facts)) expect(textOf(terms)).toContain(value);
      expect(textOf(terms)).toContain(createFormat(locale, 'UTC').countryName(law));
      const privacy = textOf(await markup(PAGES.privacy, locale));
      expect(privacy).toContain(facts.ukRepresentative);
      for (const { name, country } of subprocessors) {
        expect(privacy).toContain(name);
        expect(privacy).toContain(createFormat(locale, 'UTC').countryName(country));
      }
    });

  it('list every entry of the browser registry, with its life', async () => {
    const html = await markup(PAGES.cookies);
    const text = textOf(html);
    for (const entry of BROWSER_ENTRIES) expect(text, entry.id).toContain(entry.name.replace(/^\*/u, '…'));
    expect(text).toContain('7 days');
    expect(text).toContain('10 minutes');
  });

  it('list all ten capabilities for each role, and mark as open only what works', async () => {
    expect(CAPABILITIES).toHaveLength(10);
    for (const role of ROLES) {
      const html = await markup(<FeaturesPage role={role} />);
      for (const { id } of CAPABILITIES) expect(html).toContain(`id="${id}"`);
      const text = textOf(html);
      // Beside the heading where nothing works, and before what is to come.
      const count = (...states: string[]) => CAPABILITIES.filter(({ state }) => states.includes(state)).length;
      // Once in the lead.
      expect(text.match(/Coming soon/gu)).toHaveLength(1 + count('soon') + count('soon', 'part'));
      expect(text.match(/Partly available/gu)).toHaveLength(count('part'));
      expect(text.match(/Available today/gu)).toHaveLength(count('open'));
    }
  });
});
