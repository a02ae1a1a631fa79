import type { OrgContext, StaffContext } from '../../context.ts';
import { ADDRESSES } from '../../core/addresses.ts';
import { AppError } from '../../core/errors.ts';
import type { HeldTextEffects } from '../../registration.ts';
import { checkText, type TextKind } from '../moderation/rules.ts';
import { publicText, textOnHold } from '../moderation/service.ts';
import { setText } from './queries/profiles.ts';
import { linesOf } from './rules.ts';
import type { BrandText, TextNote } from './schema.ts';

const KIND_OF = {
  description: 'brand',
  claimsAllowed: 'brand_claims',
  claimsForbidden: 'brand_avoids',
} as const satisfies Record<BrandText, TextKind>;
const FIELDS = Object.keys(KIND_OF) as BrandText[];

export type BrandTexts = Record<BrandText, string>;
interface Content {
  description: string;
  claimsAllowed: string[];
  claimsForbidden: string[];
}

/** Statements stand one on a line. */
const asTexts = ({ description, claimsAllowed, claimsForbidden }: Content): BrandTexts => ({
  description,
  claimsAllowed: claimsAllowed.join('\n'),
  claimsForbidden: claimsForbidden.join('\n'),
});
const asContent = ({ description, claimsAllowed, claimsForbidden }: BrandTexts): Content => ({
  description,
  claimsAllowed: linesOf(claimsAllowed),
  claimsForbidden: linesOf(claimsForbidden),
});

/** What others may read of the written texts while staff look at some of them. In the caller's transaction. */
export async function textsForOthers(tx: OrgContext, written: Content, shown: Content): Promise<Content> {
  const now = asTexts(shown);
  const texts = asTexts(written);
  for (const field of FIELDS)
    texts[field] = await publicText(tx, {
      kind: KIND_OF[field],
      subjectId: tx.actor.orgId,
      link: ADDRESSES.brand,
      text: texts[field],
      shown: now[field],
    });
  return asContent(texts);
}

export interface OwnTexts extends Content {
  held: BrandText[];
  notes: TextNote[];
}

/** The texts as their author edits them, with those that wait for staff and what the rules find in each. */
export async function ownTexts(tx: OrgContext, shown: Content): Promise<OwnTexts> {
  const texts = asTexts(shown);
  const held: BrandText[] = [];
  for (const field of FIELDS) {
    const waiting = await textOnHold(tx, { kind: KIND_OF[field], subjectId: tx.actor.orgId });
    if (waiting === undefined) continue;
    texts[field] = waiting;
    held.push(field);
  }
  const notes = FIELDS.flatMap((field) =>
    checkText(texts[field], KIND_OF[field]).findings.map((finding) => ({
      ...finding,
      field,
      words: texts[field].slice(finding.start, finding.end).trim().slice(0, 80),
    })),
  );
  return { ...asContent(texts), held, notes };
}

/** The name in the address of the page is short and public: it is refused, not held. Throws brand.text_refused. */
export function checkSlug(slug: string): void {
  const [found] = checkText(slug.replace(/[.-]/g, ' '), 'name').findings;
  if (found)
    throw new AppError('brand.text_refused', { field: 'slug', rule: found.rule, start: found.start, end: found.end });
}

const effects = (column: 'description' | 'claims_allowed' | 'claims_forbidden'): HeldTextEffects => ({
  release: (tx: StaffContext, { subjectId, text }) =>
    setText(tx.db, subjectId, {
      ...(column === 'description' ? { description: text } : { [column]: linesOf(text) }),
      updated_at: tx.clock.now(),
    }),
});
export const HELD_BRAND_TEXTS = {
  brand: effects('description'),
  brand_claims: effects('claims_allowed'),
  brand_avoids: effects('claims_forbidden'),
} as const;
