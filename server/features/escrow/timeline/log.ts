import { withTx, type OrgContext } from '../../../context.ts';
import { canonicalJson } from '../../../core/canonical.ts';
import { AppError } from '../../../core/errors.ts';
import { contractOf } from '../deals/queries/contracts.ts';
import { chainOf } from './queries.ts';
import { hashedFields, LOG_FORMAT, ZERO_HASH } from './rules.ts';

/**
 * The timeline of a deal as a file that either party can verify without us: a line that names the deal, a line for each
 * event in the form that its hash covers, and a last line with the head hash and an Ed25519 signature over the first
 * and last line. Each line is canonical JSON.
 */
export async function eventLog(
  ctx: OrgContext,
  { contractId }: { contractId: string },
): Promise<{ name: string; text: string }> {
  const { signer } = ctx.integrations;
  if (!signer) throw new AppError('not_found');
  return withTx(ctx, async (tx) => {
    const contract = await contractOf(tx.db, { contractId, orgId: tx.actor.orgId });
    if (!contract) throw new AppError('not_found');
    const events = await chainOf(tx.db, contractId);
    const first = { format: LOG_FORMAT, contractId, currency: contract.currency, events: events.length };
    const last = { head: events.at(-1)?.hash ?? ZERO_HASH, signedAt: tx.clock.now(), key: signer.key };
    const lines = [
      first,
      ...events.map((event) => ({
        ...hashedFields({ ...event, contractId }),
        prevHash: event.prevHash,
        hash: event.hash,
      })),
      { ...last, signature: signer.sign(canonicalJson({ ...first, ...last })) },
    ];
    return {
      name: `event-log-${contractId.slice(0, 8)}.jsonl`,
      text: `${lines.map((line) => canonicalJson(line)).join('\n')}\n`,
    };
  });
}
