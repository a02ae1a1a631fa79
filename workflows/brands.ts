import { proxyActivities } from '@temporalio/workflow';
import type { BrandActivities } from './activities/brands.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP, PROVIDER_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { brandVerificationSnapshot } = proxyActivities<BrandActivities>({
  ...DATABASE_STEP,
  summary: 'read the verification',
});
const { checkBrandDomain } = proxyActivities<BrandActivities>({ ...PROVIDER_STEP, summary: 'look at the records' });

/** The proof of a brand's domain: looked for at first, then checked once a day, until it is lost or given up. */
export async function brandVerification({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Brand verification',
    read: () => brandVerificationSnapshot({ id }),
    on: {
      async check() {
        const { outcome, found } = await checkBrandDomain({ id });
        return `check: ${outcome}${found ? `, ${found}` : ''}`;
      },
    },
  });
}
