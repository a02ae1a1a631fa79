import type { SystemContext } from '../../../context.ts';
import type { CaseDto } from '../../cases/schema.ts';
import { buyerOf, issueDocument, earningsDocuments } from '../../documents/issue.ts';
import { readMilestone } from '../../escrow/milestone/moves.ts';
import { nameCorrection, type ParkedDecision } from './queries.ts';

/**
 * The document that corrects what was issued for earnings that are kept: in the series of the same issuer, with the numbers
 * of what it corrects. Nothing where nothing was issued. In the transaction in which the ruling takes effect.
 */
export async function correct(
  tx: SystemContext,
  row: CaseDto,
  { approval_id: id, amount, currency, payee_org: payeeOrg }: ParkedDecision,
): Promise<void> {
  if (!row.milestoneId || !row.contractId || !payeeOrg) return;
  const milestone = await readMilestone(tx, row.milestoneId);
  const part = typeof row.details['part'] === 'number' ? row.details['part'] : null;
  const corrected = await earningsDocuments(tx, { milestoneId: milestone.id, payeeOrg, part });
  const [newest] = corrected;
  if (!newest) return;
  const document = await issueDocument(tx, {
    kind: 'credit_note',
    orgId: payeeOrg,
    currency,
    amount: Math.abs(amount),
    contractId: milestone.contract_id,
    milestoneId: milestone.id,
    ...(newest.issuerOrg ? { issuerOrg: newest.issuerOrg } : {}),
    data: {
      deal: milestone.contract_title,
      milestone: milestone.title,
      seller: milestone.creator_name,
      reason: 'transfer_reversed',
      corrects: corrected.map(({ number }) => number).join(' · '),
      price: Math.abs(amount),
      ...(await buyerOf(tx, milestone.brand_org, milestone.brand_name)),
    },
  });
  await nameCorrection(tx.db, id, document.id);
}
