import type { OrgRole } from '../../server/context.ts';
import type { ErrorCode } from '../../server/core/errors.ts';
import { CURRENCIES } from '../../server/core/money.ts';
import { roleMay, type ReleaseLimits } from '../../server/features/orgs/rules.ts';
import type { Command } from './commands.ts';
import type { Random } from './random.ts';
import type { Sim } from './state.ts';

/* What a brand changes of its payment settings while a deal runs: the default method, and what its roles may release. */

export type SettingsAct =
  | { do: 'setDefault'; n: number; role: OrgRole }
  | { do: 'saveLimits'; limits: ReleaseLimits; role: OrgRole };

/** Answers the refusal, or null. */
export function changeSettings(s: Sim, c: SettingsAct): ErrorCode | null {
  if (c.do === 'saveLimits') {
    if (!roleMay(c.role, 'release_limits.edit')) return 'auth.not_allowed';
    s.limits = c.limits;
    return null;
  }
  if (!roleMay(c.role, 'billing.edit')) return 'auth.not_allowed';
  if (s.methods[c.n]!.state !== 'active') return 'method.gone';
  for (const [n, method] of s.methods.entries()) method.isDefault = n === c.n;
  return null;
}

/** So many deals, and so many of their commands. */
const CHANGED_DEALS = 0.2;
const CHANGED_OFTEN = 0.05;

export const changesSettings = (random: Random): boolean => random.chance(CHANGED_DEALS);

/** A change of the settings, now and then by a role that may not; null: none this time. */
export function settingsOf(s: Sim, random: Random): Command | null {
  if (!random.chance(CHANGED_OFTEN)) return null;
  const role = random.weighted({ owner: 8, finance: 1, manager: 1 });
  if (s.methods.length > 1 && random.chance(0.6))
    return { do: 'setDefault', n: random.int(0, s.methods.length - 1), role };
  const { currency } = s.deal;
  const { step, min } = CURRENCIES[currency];
  const limit = (): ReleaseLimits['manager'] =>
    random.pick([
      { mode: 'unlimited' },
      { mode: 'never' },
      { mode: 'up_to', amount: Math.ceil(random.int(min, min * 30) / step) * step, currency },
    ]);
  return { do: 'saveLimits', limits: { manager: limit(), reviewer: limit() }, role };
}
