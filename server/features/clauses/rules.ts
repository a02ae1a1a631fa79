import { durationMs } from '../../core/clock.ts';
import { inDays } from '../../core/working-days.ts';
import { durationWords, unitWords } from '../../core/duration-words.ts';
import { intlTag, writtenTime, type Locale } from '../../core/locale.ts';
import { formatMoney, isCurrency } from '../../core/money.ts';
import type { ClauseDto, ContractDocument, ContractWording } from '../contracts/schema.ts';
import type { FeeTerms } from '../ledger/charges/rules.ts';
import { HOLD_CAP_DAYS, MAX_MORE_DAYS } from '../policies/rules.ts';
import type { ClockName, Clocks, DealTerms } from '../terms/schema.ts';
import { FORMATS, LIBRARY_CLAUSES, type LibraryClause, PLATFORMS, RIGHTS, termsTotal } from '../terms/rules.ts';

/**
 * The clauses a contract is generated from, in their order. `item`: a line below the clause before it, without a
 * heading of its own. `clock`: the clock it sets, so that a screen can show the clause beside its timer. Texts:
 * `clauses:clause.<key>.title|body|plain` (items: `body` only). A signed contract is shown with these texts, so a
 * clause whose meaning changes gets a new key; `former`: only in older contracts.
 */
export const CLAUSES = {
  parties: { former: true },
  partiesAndOperator: {},
  agency: {},
  work: {},
  deliverable: { item: true },
  deliverableNotes: { item: true },
  briefItem: { item: true },
  price: {},
  milestone: { item: true },
  goods: {},
  fees: {},
  feeFixed: { item: true },
  feeMinimum: { item: true },
  feeMaximum: { item: true },
  funding: { clock: 'funding' },
  delivery: { clock: 'overdueAfter', former: true },
  deliveryOrMoreTime: { clock: 'overdueAfter' },
  review: { clock: 'review' },
  revisions: { clock: 'revisionTurn', former: true },
  revisionsOrOverdue: { clock: 'revisionTurn' },
  noRevisions: {},
  release: { clock: 'clearing' },
  releaseAtOnce: {},
  releaseWhenLive: {},
  releaseSplit: {},
  releaseSplitHoldback: {},
  latePost: {},
  cancellation: { former: true },
  cancellationFee: { former: true },
  cancellationUntilOverdue: {},
  cancellationFeeUntilOverdue: {},
  proposedEnd: { clock: 'cancelAnswer' },
  rights: {},
  rightsWorldwide: {},
  exclusivity: {},
  noExclusivity: {},
  disclosure: {},
  authenticity: {},
  confidentiality: {},
  conduct: {},
  portfolio: {},
  likeness: {},
  loanedGoods: {},
  unforeseen: {},
  changedClause: {},
  ownClause: {},
  frenchLaw: {},
  changes: {},
  workingDays: {},
  signature: { clock: 'signature' },
  language: {},
} as const satisfies Record<string, { item?: true; clock?: ClockName; former?: true }> & Record<LibraryClause, object>;
export type ClauseKey = keyof typeof CLAUSES;

const isClauseKey = (key: string): key is ClauseKey => Object.hasOwn(CLAUSES, key);
export const isItem = (key: ClauseKey): boolean => 'item' in CLAUSES[key];
/** No longer part of new contracts; the texts stay for those that have it. */
export const isFormer = (key: ClauseKey): boolean => 'former' in CLAUSES[key];
export const clockOf = (key: ClauseKey): ClockName | null =>
  'clock' in CLAUSES[key] ? (CLAUSES[key] as { clock: ClockName }).clock : null;

/** Words inside clauses that are translated: `clauses:value.<group>.<value>`. */
export const CLAUSE_VALUES = { format: FORMATS, platform: PLATFORMS, use: RIGHTS, clause: LIBRARY_CLAUSES } as const;

/** From this total of a brand, a creator and a year, in cents of a euro, French law requires a written contract. */
export const FRENCH_WRITTEN_FROM = 100_000;

/** What a brand and a creator have agreed on in a year besides a contract: euro cents, and whether any of it was in another currency. */
export interface AgreedInYear {
  cents: number;
  otherCurrency: boolean;
}

/**
 * Whether a contract for a French audience needs the clauses of French law: from {@link FRENCH_WRITTEN_FROM} together with
 * what the same sides agreed on before in the year, goods at their value. What is in another currency is not converted; it
 * counts as enough.
 */
export function needsFrenchClauses(
  terms: Pick<DealTerms, 'disclosureCountry' | 'currency' | 'milestones' | 'goods'>,
  before: AgreedInYear = { cents: 0, otherCurrency: false },
): boolean {
  if (terms.disclosureCountry !== 'FR') return false;
  if (terms.currency !== 'EUR' || before.otherCurrency) return true;
  return before.cents + termsTotal(terms) + (terms.goods?.value ?? 0) >= FRENCH_WRITTEN_FROM;
}

export interface ClauseParties {
  brand: string;
  creator: string;
  agency: { name: string; commissionBps: number } | null;
}

type Values = ClauseDto['values'];

/**
 * The clauses of these terms; the same terms give the same clauses. Values are stored raw (minor units, ISO dates and
 * durations, codes) and become words by {@link clauseWords}, so that one hash covers every language.
 */
export function buildClauses(
  terms: DealTerms,
  parties: ClauseParties,
  facts: { fee: FeeTerms; taxBps: number; language: string; operator: string; agreedInYear?: AgreedInYear },
): ClauseDto[] {
  const clauses: ClauseDto[] = [];
  const add = (key: ClauseKey, values: Values = {}): void => void clauses.push({ key, values });
  const { currency, clocks } = terms;
  const total = terms.milestones.reduce((sum, m) => sum + m.amount, 0);

  add('partiesAndOperator', { brand: parties.brand, creator: parties.creator, operator: facts.operator });
  if (parties.agency)
    add('agency', {
      agency: parties.agency.name,
      creator: parties.creator,
      commissionBps: parties.agency.commissionBps,
    });
  add('work');
  for (const d of terms.deliverables) {
    add('deliverable', { quantity: d.count, formatCode: d.format, platformCode: d.platform });
    if (d.notes) add('deliverableNotes', { text: d.notes });
    for (const text of d.brief) add('briefItem', { text });
  }
  add('price', { totalMinor: total, currency, parts: terms.milestones.length });
  terms.milestones.forEach((m, i) =>
    add('milestone', { n: i + 1, title: m.title, amountMinor: m.amount, currency, dueAt: m.dueAt.toISOString() }),
  );
  if (terms.goods) add('goods', { description: terms.goods.description, goodsValueMinor: terms.goods.value, currency });
  const { fee } = facts;
  add('fees', { feeBps: fee.bps, taxBps: facts.taxBps });
  if (fee.fixed > 0) add('feeFixed', { sumMinor: fee.fixed, currency });
  if (fee.minimum !== null) add('feeMinimum', { sumMinor: fee.minimum, currency });
  if (fee.maximum !== null) add('feeMaximum', { sumMinor: fee.maximum, currency });
  add('funding', { fundingDuration: clocks.funding });
  add('deliveryOrMoreTime', {
    overdueDuration: clocks.overdueAfter,
    graceDuration: clocks.grace,
    moreDuration: `P${MAX_MORE_DAYS}D`,
    holdDuration: `P${HOLD_CAP_DAYS}D`,
  });
  add('review', {
    reviewDuration: counted(clocks.review, clocks),
    extensionDuration: counted(clocks.extension, clocks),
  });
  if (terms.revisions > 0)
    add('revisionsOrOverdue', {
      rounds: terms.revisions,
      turnDuration: counted(clocks.revisionTurn, clocks),
      overdueDuration: clocks.overdueAfter,
    });
  else add('noRevisions');
  if (durationMs(clocks.clearing) > 0) add('release', { clearingDuration: clocks.clearing });
  else add('releaseAtOnce');
  addLiveRelease(terms, add);
  if (terms.killFeeBps > 0) add('cancellationFeeUntilOverdue', { killFeeBps: terms.killFeeBps });
  else add('cancellationUntilOverdue');
  if (clocks.cancelAnswer !== undefined) add('proposedEnd', { answerDuration: clocks.cancelAnswer });
  if (terms.rights.territory)
    add('rights', { useCode: terms.rights.use, days: terms.rights.days, territory: terms.rights.territory });
  else add('rightsWorldwide', { useCode: terms.rights.use, days: terms.rights.days });
  if (terms.exclusivity.days > 0)
    add('exclusivity', { days: terms.exclusivity.days, category: terms.exclusivity.category || '–' });
  else add('noExclusivity');
  add('disclosure', { text: terms.disclosureText || '#ad', countryCode: terms.disclosureCountry });
  add('authenticity');
  for (const { key, title, text } of terms.clauses ?? [])
    if (key === 'own') add('ownClause', { title, text });
    else if (text) add('changedClause', { clauseCode: key, text });
    else add(key);
  if (needsFrenchClauses(terms, facts.agreedInYear)) add('frenchLaw');
  add('changes');
  if (clocks.workingDaysIn !== undefined) add('workingDays', { zone: clocks.workingDaysIn });
  add('signature', { signatureDuration: clocks.signature });
  add('language', { languageCode: facts.language });
  return clauses;
}

/** Working days are written in days. */
const counted = (iso: string, { workingDaysIn }: Clocks): string => (workingDaysIn === undefined ? iso : inDays(iso));

/** When the money of published work waits for its post. */
function addLiveRelease({ release, clocks }: DealTerms, add: (key: ClauseKey, values: Values) => void): void {
  if (!release || clocks.posting === undefined) return;
  const { approvalBps, liveBps, holdbackBps } = release;
  const shares = { approvalBps, liveBps, postingDuration: clocks.posting };
  if (holdbackBps > 0 && clocks.retention !== undefined)
    add('releaseSplitHoldback', { ...shares, holdbackBps, retentionDuration: clocks.retention });
  else if (approvalBps > 0) add('releaseSplit', shares);
  else add('releaseWhenLive', { postingDuration: clocks.posting });
  if (clocks.postGrace !== undefined)
    add('latePost', { graceDuration: clocks.postGrace, extensionDuration: counted(clocks.extension, clocks) });
}

/** "5%", "2.5%" for basis points. */
export const percentWords = (basisPoints: number, locale: Locale): string =>
  new Intl.NumberFormat(intlTag(locale), { style: 'percent', maximumFractionDigits: 2 }).format(basisPoints / 10_000);

/** A service fee in one line, e.g. "5% + €1.00 (≥ €10.00, ≤ €100.00)", its sums in euros. */
export function feeText({ bps, fixed, minimum, maximum }: FeeTerms, locale: Locale): string {
  const euros = (amount: number) => formatMoney({ amount, currency: 'EUR' }, intlTag(locale));
  const share = percentWords(bps, locale);
  const fee = fixed === 0 ? share : bps === 0 ? euros(fixed) : `${share} + ${euros(fixed)}`;
  const bounds = [
    ...(minimum === null ? [] : [`≥ ${euros(minimum)}`]),
    ...(maximum === null ? [] : [`≤ ${euros(maximum)}`]),
  ];
  return bounds.length === 0 ? fee : `${fee} (${bounds.join(', ')})`;
}

/** A moment in UTC, which a contract names so that both sides read the same. */
export const dateTimeText = (at: Date, locale: Locale): string =>
  `${writtenTime(new Intl.DateTimeFormat(intlTag(locale), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at), locale)} UTC`;

export function nameOfCode(type: 'region' | 'language', code: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames(intlTag(locale), { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

/**
 * The values of a clause as words for its text. The suffix of a value names its type and is dropped: `totalMinor` (with
 * `currency`) becomes `total`, `dueAt` becomes `due`, `reviewDuration` becomes `review`, `feeBps` becomes `fee`,
 * `formatCode` becomes `format`; `days` becomes a counted unit. `word` looks up `clauses:value.<group>.<value>`.
 */
export function clauseWords(
  clause: ClauseDto,
  locale: Locale,
  word: (group: string, value: string) => string,
): Record<string, string> {
  const words: Record<string, string> = {};
  const currency = String(clause.values.currency ?? '');
  for (const [name, value] of Object.entries(clause.values)) {
    const text = String(value);
    if (name === 'currency') continue;
    if (name === 'days') words.days = unitWords(Number(value), 'day', locale);
    else if (name.endsWith('Minor'))
      words[name.slice(0, -5)] = isCurrency(currency)
        ? formatMoney({ amount: Number(value), currency }, intlTag(locale))
        : text;
    else if (name.endsWith('At')) words[name.slice(0, -2)] = dateTimeText(new Date(text), locale);
    else if (name.endsWith('Duration')) words[name.slice(0, -8)] = durationWords(text, locale);
    else if (name.endsWith('Bps')) words[name.slice(0, -3)] = percentWords(Number(value), locale);
    else if (name === 'countryCode') words.country = nameOfCode('region', text, locale);
    else if (name === 'languageCode') words.language = nameOfCode('language', text, locale);
    else if (name.endsWith('Code')) words[name.slice(0, -4)] = word(name.slice(0, -4), text);
    else words[name] = typeof value === 'number' ? new Intl.NumberFormat(intlTag(locale)).format(value) : text;
  }
  return words;
}

export interface ClauseBlock {
  key: ClauseKey;
  clause: ClauseDto;
  items: { key: ClauseKey; clause: ClauseDto }[];
}

/** The document's clauses with their items below them. Unknown keys (a newer contract in an older page) are left out. */
export function clauseBlocks(document: Pick<ContractDocument, 'clauses'>): ClauseBlock[] {
  const blocks: ClauseBlock[] = [];
  for (const clause of document.clauses) {
    if (!isClauseKey(clause.key)) continue;
    const block = blocks.at(-1);
    if (isItem(clause.key) && block) block.items.push({ key: clause.key, clause });
    else blocks.push({ key: clause.key, clause, items: [] });
  }
  return blocks;
}

/** The words that were signed in that language, or null: then any words in it are a translation. */
export const signedWording = (document: Pick<ContractDocument, 'wordings'>, language: string): ContractWording | null =>
  document.wordings?.find((wording) => wording.language === language) ?? null;

/** The languages in which a contract was signed, in words; the first one governs. */
export const signedLanguages = (document: Pick<ContractDocument, 'wordings'>, locale: Locale): string =>
  new Intl.ListFormat(intlTag(locale), { type: 'conjunction' }).format(
    (document.wordings ?? []).map(({ language }) => nameOfCode('language', language, locale)),
  );
