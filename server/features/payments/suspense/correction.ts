import type { SystemContext } from '../../../context.ts';
import type { CaseDto } from '../../cases/schema.ts';
import { buyerOf, correctedEarnings, issueDocument } from '../../documents/issue.ts';
import { readMilestone } from '../../escrow/milestone/moves.ts';
import { nameCorrection, type ParkedDecision } from './queries.ts';

/**
 * The document that corrects what was issued for earnings that are kept: in the series of the same issuer, with the numbers
 * of what it corrects and the tax that was in them. Nothing where nothing was issued. In the transaction in which the ruling
 * takes effect.
 */
export async function correct(
  tx: SystemContext,
  row: CaseDto,
  { approval_id: id, amount, currency, payee_org: payeeOrg }: ParkedDecision,
): Promise<void> {
  if (!row.milestoneId || !row.contractId || !payeeOrg) return;
  const milestone = await readMilestone(tx, row.milestoneId);
  const part = typeof row.details['part'] === 'number' ? row.details['part'] : null;
  const price = Math.abs(amount);
  const corrected = await correctedEarnings(tx, { milestoneId: milestone.id, payeeOrg, part, amount: price });
  if (!corrected) return;
  const { corrects, issuerOrg, tax } = corrected;
  const document = await issueDocument(tx, {
    kind: 'credit_note',
    orgId: payeeOrg,
    currency,
    amount: price,
    contractId: milestone.contract_id,
    milestoneId: milestone.id,
    ...(issuerOrg ? { issuerOrg } : {}),
    data: {
      deal: milestone.contract_title,
      milestone: milestone.title,
      seller: milestone.creator_name,
      reason: 'transfer_reversed',
      corrects,
      price,
      ...tax,
      ...(await buyerOf(tx, milestone.brand_org, milestone.brand_name)),
    },
  });
  await nameCorrection(tx.db, id, document.id);
}
