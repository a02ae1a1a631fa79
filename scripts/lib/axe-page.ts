import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * What axe finds on a page, one line each, by all its rules or by those named. It runs in the page itself: joining the
 * answers of frames, which our pages do not have, costs a second page for every look. Only violations are told in full.
 */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const found = await (rules ? axe.withRules(rules) : axe).analyze();
  return found.violations.map(({ id, nodes }) => `${id} at ${nodes.map((node) => node.target.join(' ')).slice(0, 3).join(' | ')}`);
}
