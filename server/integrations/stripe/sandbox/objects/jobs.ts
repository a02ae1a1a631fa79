import type { World } from '../engine/world.ts';
import { enterCharge, finishDebit } from './charging.ts';
import { closeDispute } from './disputing.ts';
import { expireSession, settleSession } from './paying.ts';
import { arriveWhenDue, failPayout, sendPayout } from './paying-out.ts';
import { completeRefund, failRefund, settleWaitingRefunds } from './refunding.ts';
import type { Job } from './records.ts';
import { showBalance } from './showing.ts';

/** Runs a due job. Inside a transaction, with the clock at the time it was due. */
export function runJob(world: World, job: Job): void {
  switch (job.type) {
    case 'session_expire': {
      const session = world.store.get('checkout_session', job.ref);
      if (session?.status === 'open') expireSession(world, session);
      return;
    }
    case 'charge_settle': {
      const intent = finishDebit(world, job.ref);
      if (intent) settleSession(world, intent);
      return;
    }
    case 'charge_transaction':
      world.emit('charge.updated', enterCharge(world, job.ref));
      return;
    case 'refund_succeed':
      completeRefund(world, job.ref);
      return;
    case 'refund_fail':
      failRefund(world, job.ref);
      return;
    case 'payout_transit':
      sendPayout(world, job.ref);
      return;
    case 'payout_arrive':
      arriveWhenDue(world, job.ref);
      return;
    case 'payout_return':
      if (world.get('payout', job.ref).status === 'paid') failPayout(world, job.ref);
      return;
    case 'dispute_due': {
      const { status, evidence_details: evidence } = world.get('dispute', job.ref);
      // An inquiry that became a dispute is due later.
      if (evidence.due_by > world.now()) return;
      if (status !== 'warning_closed' && (status === 'needs_response' || status.startsWith('warning')))
        closeDispute(world, job.ref, 'lost');
      return;
    }
    case 'balance_available': {
      const owner = job.ref.slice(0, job.ref.lastIndexOf('@'));
      world.emit('balance.available', showBalance(world, owner), owner);
      for (const currency of world.balances.currencies(owner)) settleWaitingRefunds(world, currency);
    }
  }
}
