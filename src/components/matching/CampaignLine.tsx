import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OpenCampaignItem } from '../../../server/features/campaigns/schema.ts';
import { faceOf, OrgAvatar } from '@/components/people/Party.tsx';

export interface CampaignLineProps {
  campaign: Pick<OpenCampaignItem, 'id' | 'title' | 'brand'>;
  /** Below the title. */
  facts: ReactNode;
  figure: ReactNode;
}

/** A campaign in a short list, with one figure, which on phones stands below the title. */
export function CampaignLine({ campaign, facts, figure }: CampaignLineProps) {
  return (
    <li className="relative grid cols-auto-main items-center gap-x-3.5 gap-y-1 border-b border-border py-2.5 last:border-b-0 hover:bg-accent sm:cols-auto-main-auto">
      <OrgAvatar {...faceOf(campaign.brand)} />
      <span className="min-w-0">
        <Link
          to="/campaigns/$campaignId"
          params={{ campaignId: campaign.id }}
          className="font-semibold after:absolute after:inset-0"
        >
          <bdi>{campaign.title}</bdi>
        </Link>
        <span className="block text-sm text-muted-foreground">{facts}</span>
      </span>
      <span className="figures font-semibold max-sm:col-start-2">{figure}</span>
    </li>
  );
}
