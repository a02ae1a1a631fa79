import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/**
 * Violations that axe finds on a page, one line each, with all its rules or the given ones. The script is loaded once
 * per page, since loading takes longer than a run. Only violations are reported in full.
 */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // Off: collecting all style sheets, for a rule that is off by default, takes a quarter of the time.
  const options: RunOptions = {
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
    ...(rules ? { runOnly: { type: 'rule', values: rules } } : {}),
  };
  const found = await page.evaluate(
    (how) => (window as unknown as { axe: typeof axe }).axe.run(document, how),
    options,
  );
  return found.violations.map(
    ({ id, nodes }) =>
      `${id} at ${nodes
        .map((node) => node.target.join(' '))
        .slice(0, 3)
        .join(' | ')}`,
  );
}
