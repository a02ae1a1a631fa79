import { Breach } from './books.ts';
import type { Command } from './commands.ts';
import type { Memory } from './judge.ts';
import type { Sim } from './state.ts';

const HOLDER_IS_ASKED = ['authentication_required', 'payment_intent_authentication_failure'];

/**
 * Payments without a person: none unless a member has switched them on, none of what was payable before that, and a charge that
 * the bank refuses without the card's holder is left to the brand.
 */
export function judgeAutomatic(s: Sim, memory: Memory, command: Command): void {
  const { on, at, payableBefore } = s.autoFund;
  for (const one of s.automatic) {
    if (one.code !== null && HOLDER_IS_ASKED.includes(one.code) && one.state !== 'to_confirm')
      throw new Breach('automatic.holder-asked', `the payment of ${one.milestoneId} is ${one.state}`);
    if (one.requestedAt !== s.now || memory.agreed.automatic.has(one.milestoneId)) continue;
    if (!on) throw new Breach('automatic.switched-on', `${one.milestoneId} is to be paid without a person`);
    const isMoved = s.events.some(
      (e) => e.type === 'milestone_amended' && e.milestoneId === one.milestoneId && e.at >= at!,
    );
    if (payableBefore.includes(one.milestoneId) && !isMoved)
      throw new Breach('automatic.switched-on', `${one.milestoneId} was payable before`);
  }
  if (command.do === 'fundAutomatically' && !on && s.payments.length > memory.payments)
    throw new Breach('automatic.switched-on', `${command.m} was paid although that was switched off`);
}

/** Nothing waits to be paid without a person. */
export function judgeAutomaticAtRest(s: Sim): void {
  for (const { milestoneId, state } of s.automatic)
    if (state === 'due') throw new Breach('platform.claims-are-settled', `the payment of ${milestoneId} stays due`);
}
