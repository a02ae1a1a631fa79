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

/** A campaign in a short list, with one figure, which goes below the title where both do not fit beside each other. */
export function CampaignLine({ campaign, facts, figure }: CampaignLineProps) {
  return (
    <li className="relative flex items-center gap-x-3.5 border-b border-border py-2.5 last:border-b-0 hover:bg-accent">
      <OrgAvatar {...faceOf(campaign.brand)} />
      <span className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-3.5 gap-y-1">
        <span className="min-w-0 grow basis-48">
          <Link
            to="/campaigns/$campaignId"
            params={{ campaignId: campaign.id }}
            className="font-semibold after:absolute after:inset-0"
          >
            <bdi>{campaign.title}</bdi>
          </Link>
          <span className="block text-sm text-muted-foreground">{facts}</span>
        </span>
        <span className="figures font-semibold">{figure}</span>
      </span>
    </li>
  );
}
