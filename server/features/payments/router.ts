import { brandProcedure, memberProcedure, payeeProcedure, router, staffProcedure } from '../../trpc.ts';
import { incoming, listPayments, milestoneMoney, paymentSummary, toFund } from './overview.ts';
import { confirmParked, parkedMoney, proposeParked } from './suspense/parked-money.ts';
import {
  allowFeesInput,
  appealInput,
  confirmParkedInput,
  confirmSuspenseInput,
  correctEvidenceInput,
  disputeInput,
  listPaymentsInput,
  milestoneMoneyInput,
  parkedInput,
  payDebtsInput,
  payInput,
  paymentId,
  proposeParkedInput,
  proposeSuspenseInput,
  proposeWriteOffInput,
  quoteInput,
  rulingsInput,
  toFundInput,
} from './schema.ts';
import { correctEvidence, evidencePack, submitEvidenceNow } from './evidence/evidence.ts';
import { allowFees } from './checkout/fee-cap.ts';
import { cancelPayment, status } from './checkout/status.ts';
import { disputeInTheWay } from './checkout/fundable.ts';
import { pay } from './checkout/pay.ts';
import { quote } from './checkout/quote.ts';
import { payDebts } from './debts/pay.ts';
import { brandDebts, listDebts } from './debts/view.ts';
import { confirmWriteOff, proposeWriteOff } from './debts/write-off.ts';
import { appealRuling, rulings } from './suspense/rulings.ts';
import { confirmSuspense, proposeSuspense } from './suspense/suspense-decisions.ts';

export const paymentsRouter = router({
  quote: brandProcedure.input(quoteInput).query(({ ctx, input }) => quote(ctx, input)),
  pay: brandProcedure.input(payInput).mutation(({ ctx, input }) => pay(ctx, input)),
  cancel: brandProcedure.input(paymentId).mutation(({ ctx, input }) => cancelPayment(ctx, input)),
  status: brandProcedure.input(paymentId).query(({ ctx, input }) => status(ctx, input)),
  toFund: brandProcedure.input(toFundInput).query(({ ctx, input }) => toFund(ctx, input)),
  disputeInTheWay: brandProcedure.query(({ ctx }) => disputeInTheWay(ctx)),
  debts: brandProcedure.query(({ ctx }) => brandDebts(ctx)),
  payDebts: brandProcedure.input(payDebtsInput).mutation(({ ctx, input }) => payDebts(ctx, input)),
  allDebts: staffProcedure.query(({ ctx }) => listDebts(ctx)),
  proposeWriteOff: staffProcedure.input(proposeWriteOffInput).mutation(({ ctx, input }) => proposeWriteOff(ctx, input)),
  confirmWriteOff: staffProcedure.input(confirmParkedInput).mutation(({ ctx, input }) => confirmWriteOff(ctx, input)),
  milestone: memberProcedure.input(milestoneMoneyInput).query(({ ctx, input }) => milestoneMoney(ctx, input)),
  list: memberProcedure.input(listPaymentsInput).query(({ ctx, input }) => listPayments(ctx, input)),
  rulings: payeeProcedure.input(rulingsInput).query(({ ctx, input }) => rulings(ctx, input)),
  appealRuling: payeeProcedure.input(appealInput).mutation(({ ctx, input }) => appealRuling(ctx, input)),
  summary: brandProcedure.query(({ ctx }) => paymentSummary(ctx)),
  incoming: payeeProcedure.query(({ ctx }) => incoming(ctx)),
  parked: staffProcedure.input(parkedInput).query(({ ctx, input }) => parkedMoney(ctx, input)),
  proposeParked: staffProcedure.input(proposeParkedInput).mutation(({ ctx, input }) => proposeParked(ctx, input)),
  confirmParked: staffProcedure.input(confirmParkedInput).mutation(({ ctx, input }) => confirmParked(ctx, input)),
  evidence: staffProcedure.input(disputeInput).query(({ ctx, input }) => evidencePack(ctx, input)),
  submitEvidence: staffProcedure.input(disputeInput).mutation(({ ctx, input }) => submitEvidenceNow(ctx, input)),
  correctEvidence: staffProcedure.input(correctEvidenceInput).mutation(({ ctx, input }) => correctEvidence(ctx, input)),
  allowFees: staffProcedure.input(allowFeesInput).mutation(({ ctx, input }) => allowFees(ctx, input)),
  proposeSuspense: staffProcedure.input(proposeSuspenseInput).mutation(({ ctx, input }) => proposeSuspense(ctx, input)),
  confirmSuspense: staffProcedure.input(confirmSuspenseInput).mutation(({ ctx, input }) => confirmSuspense(ctx, input)),
});
