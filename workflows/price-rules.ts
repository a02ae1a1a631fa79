import { proxyActivities } from '@temporalio/workflow';
import type { PriceRuleActivities } from './activities/price-rules.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP } from './lib/activity-options.ts';
import { createDetails } from './lib/workflow-details.ts';

const { suggestPrices } = proxyActivities<PriceRuleActivities>({
  ...DATABASE_STEP,
  summary: 'price the rates and packages of one page of creators',
});

/** Started every night by its schedule: what the rules of creators propose for their rates and packages. */
export async function priceSuggestions(_input: WorkflowInput): Promise<string> {
  const details = createDetails('Price suggestions');
  details.update({ state: 'running', waitsFor: null, until: null, attributes: { SponsioState: 'running' } });
  let after: string | null = null;
  let added = 0;
  let failed = 0;
  do {
    const page: { after: string | null; added: number; failed?: number } = await suggestPrices({ after });
    added += page.added;
    failed += page.failed ?? 0;
    after = page.after;
  } while (after !== null);
  const result = failed > 0 ? `added: ${added}; creators that failed: ${failed}` : `added: ${added}`;
  details.log(result);
  details.update({ state: 'done', waitsFor: null, until: null, attributes: { SponsioState: 'done' } });
  return result;
}
