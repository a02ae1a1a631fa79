import { intlTag, type Locale } from '../../core/locale.ts';
import { canonicalJson, sha256Hex } from '../../core/canonical.ts';
import { textsIn } from '../notifications/texts.ts';
import type { RepresentationDocument, Wording } from './schema.ts';

type Facts = Omit<RepresentationDocument, 'wordings'>;

const CLAUSES = ['parties', 'scopes', 'never', 'commission', 'term', 'end', 'record', 'law'] as const;

/** The full stop of a name, "Vidal Talent S.L.", ends its sentence too; marks of direction may stand between both. */
const endedOnce = (text: string): string => text.replaceAll(/\.(\p{Cf}*)\.(?=\s|$)/gu, '.$1');

/** The wording in one language. It is stored with the document, so that a changed text never changes what was signed. */
function wordingIn(language: Locale, facts: Facts): Wording {
  const { t } = textsIn(language);
  const date = (iso: string) =>
    new Intl.DateTimeFormat(intlTag(language), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));
  const values = {
    agency: facts.agency.legalName ?? facts.agency.name,
    creator: facts.creator.name,
    scopes: new Intl.ListFormat(intlTag(language), { type: 'conjunction' }).format(
      facts.scopes.map((scope) => t(`representation:scope.${scope}`)),
    ),
    percent: new Intl.NumberFormat(intlTag(language), { style: 'percent', maximumFractionDigits: 2 }).format(
      facts.commissionBps / 10_000,
    ),
    from: date(facts.from),
    to: facts.to ? date(facts.to) : '',
    days: facts.noticeDays,
  };
  return {
    language,
    title: t('representation:contract.title', values),
    paragraphs: CLAUSES.map((clause) => {
      if (clause === 'scopes' && facts.scopes.length === 0) return t('representation:contract.noScopes', values);
      if (clause === 'term' && !facts.to) return t('representation:contract.open', values);
      return t(`representation:contract.${clause}`, values);
    }).map(endedOnce),
  };
}

/** What both sign: the facts and the full wording in the two languages, the agency's first, which governs. */
export async function documentWith(
  facts: Facts,
  languages: readonly Locale[],
): Promise<{ document: RepresentationDocument; documentHash: string }> {
  const document = { ...facts, wordings: [...new Set(languages)].map((language) => wordingIn(language, facts)) };
  return { document, documentHash: await sha256Hex(canonicalJson(document)) };
}
