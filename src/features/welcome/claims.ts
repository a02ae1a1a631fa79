import { CLAIMS } from '@/features/welcome/content.ts';
import { CAPABILITIES, type Capability, type Openness } from '@/lib/capabilities.ts';

export type Claim = keyof typeof CLAIMS;
/** Capabilities of which the page says what works today. */
export type PartCapability = Extract<Capability, { state: 'part' }>['id'];

const stateOf = (id: Capability['id']): Openness => CAPABILITIES.find((capability) => capability.id === id)!.state;

/** How much of a claim holds today. */
export function openness(claim: Claim): Openness {
  const [capability, needs] = CLAIMS[claim];
  const state = stateOf(capability);
  return state === 'part' && needs === 'part' ? 'open' : state;
}

/** The capability that works in part behind a claim that needs all of it. */
export function partBehind(claim: Claim): PartCapability | null {
  return openness(claim) === 'part' ? (CLAIMS[claim][0] as PartCapability) : null;
}
