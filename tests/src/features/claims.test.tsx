import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../../server/core/locale.ts';
import { type Claim, openness, partBehind } from '../../../src/features/welcome/claims.ts';
import { CLAIMS } from '../../../src/features/welcome/content.ts';
import { Features } from '../../../src/features/welcome/Features.tsx';
import { HowItWorks } from '../../../src/features/welcome/HowItWorks.tsx';
import { Pricing } from '../../../src/features/welcome/Pricing.tsx';
import { CAPABILITIES, type Capability } from '../../../src/lib/capabilities.ts';
import { SCREENS } from '../../../src/lib/screens.gen.ts';
import { textsIn } from '../../support/texts.tsx';

type Branch = Record<string, string | Record<string, string>>;
const landingIn = (locale: string) => JSON.parse(readFileSync(`locales/${locale}/landing.json`, 'utf8')) as Branch;
const pathsOf = (branch: Branch, name: string): string[] =>
  Object.keys(branch[name] as Record<string, string>).map((key) => `${name}.${key}`);
const textAt = (branch: Branch, key: string): string => {
  const [name = '', rest = ''] = key.split('.');
  return (branch[name] as Record<string, string>)[rest] ?? '';
};

/** Headings, leads and facts of the sample deal, which claim nothing of their own. */
const NO_CLAIMS =
  /\.(title|lead|brands|influencers|holds|silence|disagree|discover|create|pay|\w+(When|Fact)|discovery|\w*Text)$/u;

/** Screens that deliver a capability. None is built: soon; all: open; else in part. */
const SCREENS_OF: Record<Capability['id'], readonly (keyof typeof SCREENS)[]> = {
  matching: ['/match'],
  briefs: ['/post-influencer-campaign', '/ai-campaign-optimization'],
  contracts: ['/campaigns', '/dynamic-pricing'],
  vetting: ['/influencer-verification'],
  discovery: ['/discovery', '/ai-smart-search'],
  reports: ['/advanced-analytics', '/comprehensive-analytics'],
  escrow: ['/payments', '/payouts', '/content-approval'],
  analytics: ['/payouts', '/influencer-analytics'],
  social: ['/social-media-management', '/content-calendar'],
  growth: ['/creator-profile', '/media-kit-generator', '/affiliate-marketing'],
};

describe('claims of the start page', () => {
  it('are each tied to a capability, and every sentence that claims something is one', () => {
    const landing = landingIn('en');
    const claims = Object.keys(CLAIMS);
    const known = new Set(CAPABILITIES.map(({ id }) => id));
    expect(Object.values(CLAIMS).filter(([id]) => !known.has(id))).toEqual([]);
    expect(claims.filter((key) => textAt(landing, key) === '')).toEqual([]);
    const headings = ['features', 'pricing']
      .flatMap((name) => pathsOf(landing, name))
      .filter((key) => !NO_CLAIMS.test(key));
    const sentences = [...pathsOf(landing, 'how'), ...pathsOf(landing, 'questions')].filter((key) =>
      /(Text|Roi)$/u.test(key),
    );
    expect([...headings, ...sentences].filter((key) => !claims.includes(key))).toEqual([]);
  });

  it('hold as far as the screens behind their capability are open', () => {
    const states = Object.fromEntries(
      Object.entries(SCREENS_OF).map(([id, paths]) => {
        const built = paths.filter((path) => SCREENS[path].built).length;
        return [id, built === 0 ? 'soon' : built === paths.length ? 'open' : 'part'];
      }),
    );
    expect(Object.fromEntries(CAPABILITIES.map(({ id, state }) => [id, state]))).toEqual(states);
  });

  it('say "Coming soon" where nothing works, and which part works where one does, in every language', async () => {
    const page = (
      <>
        <Features />
        <HowItWorks />
        <Pricing />
      </>
    );
    const all = Object.keys(CLAIMS) as Claim[];
    for (const locale of LOCALES) {
      const i18n = await textsIn(locale);
      const html = renderToStaticMarkup(<I18nextProvider i18n={i18n}>{page}</I18nextProvider>);
      const landing = landingIn(locale);
      expect(html.split(`>${landing['soon'] as string}<`).length - 1, locale).toBe(
        all.filter((claim) => openness(claim) === 'soon').length,
      );
      for (const claim of all) {
        const part = partBehind(claim);
        if (part) expect(html, `${claim} in ${locale}`).toContain(textAt(landing, `today.${part}`));
      }
    }
  });

  it('promise no ruling within a time while disputes are not open', () => {
    for (const locale of LOCALES)
      expect(Object.values(landingIn(locale)['questions'] as Record<string, string>).join(' '), locale).not.toMatch(
        /\b21\b/u,
      );
  });
});
