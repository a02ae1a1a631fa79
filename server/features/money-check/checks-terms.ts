import { createHash } from 'node:crypto';
import { signedText } from '../contracts/rules.ts';
import { findsOver, type CheckContext, type Finding, type RowInvariant } from './queries/check.ts';
import { otherThanTheirContract, signedContracts, type SignedContract } from './queries/terms.ts';

const perContract = findsOver({ phase: 'deals', over: 'contracts', stopsMoneyOut: true });

/** Texts that are in memory at a time: each has all of its wording. */
const AT_A_TIME = 50;

/** What of a contract is not as its signed text has it. */
function differences(c: SignedContract): string[] {
  const found: string[] = [];
  if (createHash('sha256').update(signedText(c.document, c.terms)).digest('hex') !== c.document_hash)
    found.push('is not the text of its hash');
  const commission = c.document.agency?.commissionBps ?? 0;
  if (commission !== c.commission_bps) found.push(`pays a commission of ${c.commission_bps} instead of ${commission}`);
  const fees = c.document.clauses?.find(({ key }) => key === 'fees')?.values;
  for (const [name, stored] of [
    ['feeBps', c.fee_bps],
    ['taxBps', c.tax_bps],
  ] as const)
    if (fees && fees[name] !== stored) found.push(`follows a ${name} of ${stored} instead of ${fees[name]}`);
  return found;
}

async function unsigned(ctx: CheckContext): Promise<Finding[]> {
  const found: Finding[] = [];
  for (let after: string | null = null; ;) {
    const contracts: SignedContract[] = await signedContracts(ctx.db, { ids: ctx.page, after, limit: AT_A_TIME });
    for (const c of contracts)
      for (const text of differences(c)) found.push({ detail: `contract ${c.id} ${text}`, currency: c.currency });
    if (contracts.length < AT_A_TIME) break;
    after = contracts.at(-1)!.id;
  }
  for (const { what, currency } of await otherThanTheirContract(ctx.db, ctx.page))
    found.push({ detail: what, currency });
  return found;
}

/** Invariants of what was signed. */
export const TERMS_INVARIANTS: readonly RowInvariant[] = [
  perContract(
    'deal.terms-are-signed',
    'I7 I17',
    'Money moves by the text that was signed: it has its hash, commission, fee and tax are those it states, and milestones and payments are of its parties, due as it says and with its rounds of changes.',
    unsigned,
  ),
];
