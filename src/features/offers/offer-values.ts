import type { OfferStart } from '../../../server/features/offers/schema.ts';
import type { PackageDto } from '../../../server/features/packages/schema.ts';
import type { AddedClause, DealTerms } from '../../../server/features/terms/schema.ts';
import { termsFrom } from '../../../server/features/templates/rules.ts';
import type { TemplateContent } from '../../../server/features/templates/schema.ts';
import { readRateText } from '@/lib/rate-text.ts';
import { type TermsValues, termsValues } from '@/components/terms/terms-values.ts';
import type { OfferOutput } from '@/features/offers/checks.ts';

export interface OfferValues extends TermsValues {
  title: string;
  note: string;
  clauses: AddedClause[];
}

export function offerValues(title: string, terms: DealTerms): OfferValues {
  const { currency, disclosureCountry: country } = terms;
  return { ...termsValues(terms, { currency, country }), title, note: '', clauses: terms.clauses ?? [] };
}

/** The terms alone, as they are sent and hashed. */
export function termsOf({ title: _title, note: _note, clauses, ...terms }: OfferOutput): DealTerms {
  return clauses.length > 0 ? { ...terms, clauses } : terms;
}

/** The form's values as terms, for the comparison; null while an amount or a date is missing. */
export function typedTerms({ title: _title, note: _note, clauses, ...values }: OfferValues): DealTerms | null {
  if (values.milestones.some(({ amount, dueAt }) => dueAt === null || !Number.isSafeInteger(amount))) return null;
  return { ...values, ...(clauses.length > 0 ? { clauses } : {}) } as DealTerms;
}

/** The start of an offer that differs from a package: its work, price, rights and rounds. */
export function startFromPackage(start: OfferStart, item: PackageDto): OfferStart {
  const deliverables = item.deliverables.map((deliverable, index) => ({
    id: `p${index + 1}`,
    ...deliverable,
    notes: index === 0 ? item.description : '',
    brief: [],
  }));
  const [first] = start.terms.milestones;
  if (!first) return start;
  return {
    ...start,
    title: item.title,
    terms: {
      ...start.terms,
      currency: item.currency,
      deliverables,
      milestones: [
        { ...first, title: item.title, amount: item.price, deliverableIds: deliverables.map(({ id }) => id) },
      ],
      rights: { ...start.terms.rights, ...item.rights },
      revisions: item.rounds,
      releaseTrigger: item.releaseTrigger,
      release: item.release,
      clocks: { ...start.terms.clocks, ...item.clocks },
    },
  };
}

/** The start of an offer with the work and the price of the rate calculator; unchanged where the text is none. */
export function startFromRate(start: OfferStart, text: string): OfferStart {
  const rate = readRateText(text);
  const [first] = start.terms.milestones;
  if (!rate || !first) return start;
  const { platform, format, currency, amount, use, days, exclusivityDays } = rate;
  return {
    ...start,
    terms: {
      ...start.terms,
      currency,
      deliverables: [{ id: 'r1', platform, format, count: 1, notes: '', brief: [] }],
      milestones: [{ ...first, amount, deliverableIds: ['r1'] }],
      rights: { ...start.terms.rights, use, days },
      exclusivity: { ...start.terms.exclusivity, days: exclusivityDays },
    },
  };
}

/** The start of an offer with the work, the conditions and the clauses of a template, at the price of the start. */
export function startFromTemplate(
  start: OfferStart,
  { name, content }: { name: string; content: TemplateContent },
  now = new Date(),
): OfferStart {
  return {
    ...start,
    title: start.title || name,
    terms: termsFrom(content, start.terms, { now, live: start.clockRanges }),
  };
}
