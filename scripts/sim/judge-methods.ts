import { Breach } from './books.ts';
import { judgeAutomatic, judgeAutomaticAtRest } from './judge-automatic.ts';
import type { Command, Outcome } from './commands.ts';
import { leadOf } from './joint.ts';
import type { Memory } from './judge.ts';
import type { Sim } from './state.ts';

/**
 * Saved methods: none is charged that was removed, and none is removed while it is charged; bank accounts pay in euros; one of
 * those that are left is the default. A card whose bank asks its holder takes no money before the holder has answered.
 */
export function judgeMethods(s: Sim, memory: Memory, command: Command, outcome: Outcome): void {
  judgeAutomatic(s, memory, command);
  const active = s.methods.filter(({ state }) => state === 'active');
  const defaults = s.methods.filter(({ isDefault }) => isDefault);
  if (defaults.length !== Math.min(1, active.length) || defaults.some(({ state }) => state !== 'active'))
    throw new Breach('methods.one-default', `${defaults.length} of ${active.length}`);
  for (const p of s.payments) {
    if (p.method === null) continue;
    const method = s.methods[p.method]!;
    if (['claimed', 'open', 'processing'].includes(p.state) && method.state !== 'active')
      throw new Breach('methods.kept-in-use', `${p.opId} is ${p.state}, its method is ${method.state}`);
    if (method.kind === 'bank_debit' && s.deal.currency !== 'EUR')
      throw new Breach('methods.in-currency', `a bank account pays ${s.deal.currency} of ${p.opId}`);
    if (method.how === 'strict' && p.state === 'paid' && !s.notes.answered.has(leadOf(s, p).intentId ?? ''))
      throw new Breach('methods.holder-asked', `${p.opId} is paid, and nobody has answered its bank`);
  }
  if (command.do !== 'fund' || command.method === undefined || outcome === 'nothing') return;
  // Also where the provider refused it.
  for (const p of s.payments.slice(memory.payments))
    if (p.method !== null && s.methods[p.method]!.state !== 'active')
      throw new Breach(
        'methods.kept-in-use',
        `${p.opId} was begun with a method that is ${s.methods[p.method]!.state}`,
      );
}

/** What was removed here is removed at the provider. */
export function judgeMethodsAtRest(s: Sim): void {
  judgeAutomaticAtRest(s);
  for (const { state, providerId } of s.methods) {
    if (state === 'removing') throw new Breach('platform.claims-are-settled', `${providerId} stays ${state}`);
    if (state === 'removed' && s.provider.world.get('payment_method', providerId).customer !== null)
      throw new Breach('methods.kept-in-use', `${providerId} was removed here alone`);
  }
}
