import { CURRENCIES, type Currency } from '../../../server/core/money.ts';
import type { CampaignDraft, CampaignPatch, campaignPatch } from '../../../server/features/campaigns/schema.ts';
import { newDeliverable, newMilestone, type TermsValues, termsValues } from '@/components/terms/terms-values.ts';
import { loadFile } from '@/lib/lost-files.ts';
import type { GOALS } from '../../../server/features/campaigns/rules.ts';

/** All fields of the wizard, under the names of the patch that saves them. */
export interface DraftValues extends TermsValues {
  title: string;
  summary: string;
  product: string;
  goal: (typeof GOALS)[number];
  country: string | null;
  city: string | null;
  slots: number | null;
  wanted: {
    niches: string[];
    city: string;
    radiusKm: number | null;
    followersMin: number | null;
    followersMax: number | null;
    engagementMinBps: number | null;
    languages: string[];
  };
  pay: { kind: 'fixed' | 'range'; min: number | null; max: number | null };
  applicationDeadline: Date | null;
  coverId: string | null;
}

const FIRST_DUE_DAYS = 21;
const COUNTRY = 'FR';

/** An amount that is not typed yet is 0 in storage and empty on screen. */
const typed = (amount: number): number | null => (amount === 0 ? null : amount);

export function draftValues(draft: CampaignDraft): DraftValues {
  const { title, summary, product, goal, country, city, currency, slots, wanted, pay, applicationDeadline, coverId } =
    draft;
  const terms = termsValues(draft.terms, { currency, country: country ?? COUNTRY });
  return {
    ...terms,
    currency,
    // A form needs one row of each; it is stored once something is typed.
    deliverables: terms.deliverables.length > 0 ? terms.deliverables : [newDeliverable()],
    milestones: terms.milestones.length > 0 ? terms.milestones : [newMilestone(FIRST_DUE_DAYS)],
    title,
    summary,
    product,
    goal,
    country,
    city,
    slots,
    wanted,
    pay: { kind: pay.kind, min: typed(pay.min), max: typed(pay.max) },
    applicationDeadline,
    coverId,
  };
}

/** The form's values before there is a draft. */
export function blankValues(): DraftValues {
  return {
    ...termsValues({}, { currency: 'EUR', country: COUNTRY }),
    deliverables: [newDeliverable()],
    milestones: [newMilestone(FIRST_DUE_DAYS)],
    title: '',
    summary: '',
    product: '',
    goal: 'awareness',
    country: null,
    city: null,
    slots: 1,
    wanted: {
      niches: [],
      city: '',
      radiusKm: 30,
      followersMin: 1000,
      followersMax: 100_000,
      engagementMinBps: 0,
      languages: [],
    },
    pay: { kind: 'fixed', min: null, max: null },
    applicationDeadline: null,
    coverId: null,
  };
}

type PatchField = keyof CampaignPatch;
const PATCH_FIELDS = [
  'title',
  'summary',
  'product',
  'goal',
  'country',
  'city',
  'currency',
  'slots',
  'wanted',
  'pay',
  'applicationDeadline',
  'deliverables',
  'milestones',
  'rights',
  'exclusivity',
  'revisions',
  'killFeeBps',
  'disclosureCountry',
  'disclosureText',
  'releaseTrigger',
  'release',
  'clocks',
  'coverId',
] as const satisfies readonly PatchField[];

/** The server's schema of a patch, loaded at the first save. */
export type PatchSchema = typeof campaignPatch;
export const patchSchema = (): Promise<PatchSchema> =>
  loadFile(() => import('../../../server/features/campaigns/schema.ts')).then((schema) => schema.campaignPatch);

/** One field as the server accepts it; undefined while its value cannot be stored. */
function savable(schema: PatchSchema, field: PatchField, values: DraftValues): CampaignPatch[PatchField] | undefined {
  const raw = toStorage(field, values);
  if (raw === undefined) return undefined;
  const parsed = schema.shape[field].safeParse(raw);
  return parsed.success ? parsed.data : undefined;
}

function toStorage(field: PatchField, values: DraftValues): unknown {
  if (field === 'pay')
    return {
      kind: values.pay.kind,
      min: values.pay.min ?? 0,
      max: values.pay.kind === 'fixed' ? (values.pay.min ?? 0) : (values.pay.max ?? 0),
    };
  if (field === 'city') return values.city?.trim() ? values.city : null;
  if (field === 'release') return values.release ?? null;
  if (field === 'country') return values.country || null;
  // An empty date would be parsed as 1970.
  if (field === 'milestones')
    return values.milestones.some(({ dueAt }) => dueAt === null)
      ? undefined
      : singlePart(values).map((milestone) => ({ ...milestone, amount: milestone.amount ?? 0 }));
  return values[field];
}

/** A single part is worth the whole fixed price and covers all deliverables: nothing is typed twice. */
function singlePart(values: DraftValues): DraftValues['milestones'] {
  const [only, ...more] = values.milestones;
  if (!only || more.length > 0) return values.milestones;
  return [{ ...only, amount: values.pay.kind === 'fixed' ? values.pay.min : (only.amount ?? values.pay.max) }];
}

/** The storable fields as comparable text, to find those changed since the last save. */
export function snapshot(schema: PatchSchema, values: DraftValues): Map<PatchField, string> {
  const taken = new Map<PatchField, string>();
  for (const field of PATCH_FIELDS) {
    const value = savable(schema, field, values);
    if (value !== undefined) taken.set(field, JSON.stringify(value));
  }
  return taken;
}

/** Fields that differ from the snapshot, ready to be sent. */
export function patchSince(
  schema: PatchSchema,
  saved: ReadonlyMap<PatchField, string>,
  values: DraftValues,
): CampaignPatch {
  const patch: Record<string, unknown> = {};
  for (const field of PATCH_FIELDS) {
    const value = savable(schema, field, values);
    if (value !== undefined && JSON.stringify(value) !== saved.get(field)) patch[field] = value;
  }
  return patch as CampaignPatch;
}

/** Fields whose new value cannot be stored; the server keeps the old one. */
export const notStorable = (schema: PatchSchema, saved: DraftValues, values: DraftValues): PatchField[] =>
  PATCH_FIELDS.filter(
    (field) =>
      savable(schema, field, values) === undefined && JSON.stringify(values[field]) !== JSON.stringify(saved[field]),
  );

/** The server's values after it accepted `values`: fields that cannot be stored keep their old value. */
export const savedWith = (schema: PatchSchema, before: DraftValues, values: DraftValues): DraftValues => ({
  ...values,
  ...Object.fromEntries(
    PATCH_FIELDS.filter((field) => savable(schema, field, values) === undefined).map((field) => [field, before[field]]),
  ),
});

export const currencyOptions = (nameOf: (code: string) => string): { value: Currency; label: string }[] =>
  (Object.keys(CURRENCIES) as Currency[]).map((value) => ({ value, label: `${value} · ${nameOf(value)}` }));
