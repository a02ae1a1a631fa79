import { ADDRESSES } from '../../core/addresses.ts';
import type { ServiceContext } from '../../context.ts';
import { truncated } from '../../core/text.ts';
import { notify } from '../notifications/notify.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';

export async function notifyApplicant(
  tx: ServiceContext,
  campaign: { id: string; brand_org: string; title: string },
  application: { id: string; creator_org: string },
  kind: 'application_declined' | 'application_shortlisted' | 'application_expired' | 'campaign_cancelled',
  reason: string | null = null,
): Promise<void> {
  const brand = partyIn(await partiesOf(tx, [campaign.brand_org]), campaign.brand_org);
  await notify(tx, {
    orgId: application.creator_org,
    kind,
    data: { name: brand.name, title: campaign.title, reason: reason ? truncated(reason, 200) : null },
    link: ADDRESSES.openCampaign(campaign.id),
    key: `${kind}:${application.id}`,
  });
}
